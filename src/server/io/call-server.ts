import {
  type CallToolResult,
  type InputRequiredResult,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { errorText, failedOutcome } from '../call-outcome.ts';
import { isId, isRecord } from '../json-rpc-value.ts';
import { paramsFault } from '../request-fault.ts';

type WrapHandler = Server['_wrapHandler'];
type Handler = Parameters<WrapHandler>[1];

/** What a client asks to be called. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

type AnswerCall = (
  params: CallParams,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

/** A server whose plain calls are looked at once. The SDK checks each message against seven schemas one after another, and
 * each answer against that of all results, which together takes as long as the call's own way through the server. Here a
 * plain call is what those schemas would take and leave as it is, and answers are built in one place, in one shape. Whatever
 * is unusual in a request, and every call of a client that can be asked for input, goes the SDK's whole way. */
export class CallServer extends Server {
  #answer: AnswerCall | undefined;

  /** Sets what answers `tools/call`. */
  onCall(answer: AnswerCall): void {
    this.#answer = answer;
    this.setRequestHandler('tools/call', ({ params }, context) => answer(params, context));
  }

  override async connect(transport: Transport): Promise<void> {
    const hasListener = transport.onmessage !== undefined;
    await super.connect(transport);
    // Where the SDK puts a message that it has found to be a request.
    const takeRequest: unknown = Reflect.get(this, '_onrequest');
    if (hasListener || !isListener(takeRequest)) return;
    const receive = transport.onmessage?.bind(transport);
    transport.onmessage = (message, extra) => {
      if (isPlainMessage(message)) takeRequest.call(this, message, extra);
      else receive?.(message, extra);
    };
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const checked = inWords(method, super._wrapHandler(method, handler));
    if (method === 'prompts/get')
      return (request, context) => {
        refuseProto(request.params);
        return checked(request, context);
      };
    if (method !== 'tools/call') return checked;
    return (request, context) => {
      const { params } = request;
      refuseProto(params);
      return this.#answer !== undefined &&
        isPlainCall(params) &&
        !canBeAsked(this) &&
        context.mcpReq.envelope === undefined &&
        context.mcpReq.requestState() === undefined
        ? this.#answer(params, context)
        : checked(request, context);
    };
  }
}

/** The SDK answers params that do not fit a method as its own fault, by the list of a schema's issues, and whatever else
 * is thrown by its text, which may hold anything. */
const inWords =
  (method: string, handler: Handler): Handler =>
  async (request, context) => {
    try {
      return await handler(request, context);
    } catch (thrown) {
      throw requestFault(method, thrown);
    }
  };

const INVALID_PARAMS: number = ProtocolErrorCode.InvalidParams;

function requestFault(method: string, thrown: unknown): unknown {
  const text = thrown instanceof Error ? thrown.message : '';
  const isCoded = thrown instanceof ProtocolError;
  if (isCoded && thrown.code !== INVALID_PARAMS) return thrown;
  const words = paramsFault(method, text);
  if (words !== undefined) return new ProtocolError(ProtocolErrorCode.InvalidParams, words);
  if (isCoded) return thrown;
  return new ProtocolError(ProtocolErrorCode.InternalError, errorText(failedOutcome(thrown).error));
}

/** The SDK leaves the member out, and calls with the others.
 * @throws ProtocolError */
function refuseProto(params: unknown): void {
  if (!isRecord(params) || !isRecord(params['arguments'])) return;
  if (Object.hasOwn(params['arguments'], '__proto__'))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'the arguments have a member __proto__');
}

/** What a client of the handshake era said when it was greeted. */
interface Greeted {
  readonly getClientCapabilities: () => { readonly elicitation?: object | undefined } | undefined;
}

const canBeAsked = (server: Greeted): boolean => server.getClientCapabilities()?.elicitation !== undefined;

const isListener = (value: unknown): value is NonNullable<Transport['onmessage']> =>
  typeof value === 'function';

function isPlainMessage(message: JSONRPCMessage): message is JSONRPCRequest {
  if (!('method' in message && 'id' in message) || message.method !== 'tools/call') return false;
  const { id, jsonrpc, params } = message as Readonly<Record<string, unknown>>;
  return Object.keys(message).length === 4 && jsonrpc === '2.0' && isId(id) && isPlainCall(params);
}

function isPlainCall(params: unknown): params is CallParams {
  if (!isRecord(params) || typeof params['name'] !== 'string') return false;
  const { arguments: given, _meta: meta } = params;
  // The SDK leaves a key `__proto__` out.
  if (given !== undefined && (!isRecord(given) || Object.hasOwn(given, '__proto__'))) return false;
  return meta === undefined || (isRecord(meta) && Object.keys(meta).length === 0) || isProgressMeta(meta);
}

function isProgressMeta(meta: unknown): boolean {
  if (!isRecord(meta) || Object.keys(meta).length !== 1) return false;
  return isId(meta['progressToken']);
}
