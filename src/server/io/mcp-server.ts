import {
  type CallToolResult,
  type jsonSchemaValidator,
  type JsonSchemaValidatorResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { canonicalJson, meantHint } from '../../kernel/index.ts';
import { type CallOutcome, errorText } from '../call-outcome.ts';
import { CallServer } from './call-server.ts';
import type { JsonObject } from '../schema-checker.ts';
import { consentOf } from './consent.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { Session } from './session.ts';

/** The list never changes while a server runs, and is the same for everyone. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The same key in every harness' configuration. */
const LOCKED = { name: 'toolbase', capabilities: { tools: {} }, cacheHints: { 'tools/list': LIST_CACHE } };

/** Never taken for a locked server. */
const DEVELOPMENT = { name: 'toolbase-dev', capabilities: { tools: { listChanged: true } } };

/** One MCP server over a session, for one connection of either era.
 * @param version of this program
 * @param development the session's list may change, and says nothing about any lock; requests wait until it is settled */
export function createMcpServer(
  session: Session,
  version: string,
  development?: { readonly settled: () => Promise<void> },
): Server {
  const { name, ...options } = development === undefined ? LOCKED : DEVELOPMENT;
  const server = new CallServer(
    { name, version },
    {
      ...options,
      jsonSchemaValidator: NO_VALIDATOR,
      ...(session.instructions === '' ? {} : { instructions: session.instructions }),
    },
  );
  // Keys in RFC 8785 order: one lock gives the same bytes on every machine, to every client, in every run.
  const listed = (): Tool[] => JSON.parse(canonicalJson(session.tools)) as Tool[];
  const locked = development === undefined ? listed() : undefined;
  server.setRequestHandler('tools/list', async ({ params }) => {
    if (params?.cursor !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'the list has one page and no cursor');
    await development?.settled();
    return { tools: locked ?? listed() };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    await development?.settled();
    if (!session.knows(params.name)) throw noSuchTool(params.name.slice(0, 80), session);
    const consent = await consentOf(session, params, { mcpReq, server });
    if (typeof consent === 'object') return consent;
    const progressToken = mcpReq._meta?.progressToken;
    const heartbeat =
      progressToken === undefined
        ? undefined
        : startHeartbeat(({ done, total, message }) => {
            const params = { progressToken, progress: done, total, message };
            // Refused only when the client has left; then nobody wants it.
            mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
          });
    const outcome = await session.call(params.name, (params.arguments ?? {}) as JsonObject, {
      signal: mcpReq.signal,
      ...(consent === undefined ? {} : { consent }),
      ...(heartbeat === undefined ? {} : { onProgress: heartbeat.tell }),
    });
    heartbeat?.stop();
    return toolResult(outcome);
  });
  return server;
}

/** In `_meta` of a result that was not computed now. */
const CACHE_META_KEY = 'toolbase/cache';

const noSuchTool = (name: string, { tools }: Session): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no tool ${JSON.stringify(name)}. ${meantHint(
      name,
      tools.map((tool) => tool.name),
    )}`,
  );

/** The same compact JSON as text and as structured content, since clients read one or the other; of an error, only text. */
const toolResult = (outcome: CallOutcome): CallToolResult =>
  outcome.kind === 'answered'
    ? {
        content: [
          { type: 'text', text: outcome.text },
          ...(outcome.images ?? []).map((image) => ({ type: 'image' as const, ...image })),
          ...(outcome.note === undefined ? [] : [{ type: 'text' as const, text: outcome.note }]),
        ],
        structuredContent: { ...outcome.structured },
        ...(outcome.cache === undefined ? {} : { _meta: { [CACHE_META_KEY]: outcome.cache } }),
      }
    : { content: [{ type: 'text', text: errorText(outcome.error) }], isError: true };

/** The SDK validates elicited answers with it; the one that is asked for has no content. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (data: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: data as T,
      errorMessage: undefined,
    }),
};
