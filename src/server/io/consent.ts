import {
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Consent, question } from '../policy.ts';
import type { Session } from './session.ts';

const KEY = 'consent';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** What the user says of a call whose policy is to ask: asked by elicitation where the client supports it. Both eras are
 * asked in the way of the newer one, which the SDK translates.
 * @returns a result that asks, to be sent; else the answer, or undefined where nobody need or can be asked */
export async function consentOf(
  session: Session,
  call: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  { mcpReq, server }: Pick<ServerContext, 'mcpReq'> & { readonly server: Asking },
): Promise<Consent | InputRequiredResult> {
  if ((await session.policyOf(call.name)) !== 'ask') return undefined;
  if (!canElicit(mcpReq, server)) return undefined;
  const answer = inputResponse(mcpReq.inputResponses, KEY);
  if (answer.kind === 'elicit') return answer.action === 'accept' ? 'given' : 'declined';
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: question(call.name, call.arguments ?? {}),
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
  });
}

/** Of a client of the handshake era, what it said when it was greeted. */
interface Asking {
  readonly getClientCapabilities: () => { readonly elicitation?: object | undefined } | undefined;
}

function canElicit({ envelope }: ServerContext['mcpReq'], server: Asking): boolean {
  const stated: unknown = new Map<string, unknown>(Object.entries(envelope ?? {})).get(CAPABILITIES);
  const told = typeof stated === 'object' && stated !== null && 'elicitation' in stated;
  return told || server.getClientCapabilities()?.elicitation !== undefined;
}
