import {
  type CallToolResult,
  type jsonSchemaValidator,
  type JsonSchemaValidatorResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Tool,
  TRACEPARENT_META_KEY,
} from '@modelcontextprotocol/server';
import { canonicalJson, meantHint } from '../../kernel/index.ts';
import { type CallOutcome, errorText } from '../call-outcome.ts';
import { CallServer } from './call-server.ts';
import type { JsonObject } from '../schema-checker.ts';
import { consentOf } from './consent.ts';
import { mimeTypeOf, workspaceUri } from '../resources.ts';
import { startHeartbeat } from './heartbeat.ts';
import { serveCompletion } from './mcp-completion.ts';
import { serveLog } from './mcp-log.ts';
import { servePrompts } from './mcp-prompts.ts';
import { pageAt, serveResources } from './mcp-resources.ts';
import { watchRevision } from './revision.ts';
import type { Session } from './session.ts';

/** The list never changes while a server runs, and is the same for everyone. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The same key in every harness' configuration. */
const LOCKED_NAME = 'toolbase';
const LOCKED_CACHE = {
  'tools/list': LIST_CACHE,
  'prompts/list': LIST_CACHE,
  'resources/list': LIST_CACHE,
  'resources/templates/list': LIST_CACHE,
};

/** Never taken for a locked server. */
const DEVELOPMENT = { name: 'toolbase-dev', capabilities: { tools: { listChanged: true } } };

const lockedOptions = ({ readable }: Session) => ({
  name: LOCKED_NAME,
  capabilities: {
    tools: {},
    ...(readable === undefined
      ? {}
      : {
          resources: {},
          completions: {},
          ...(readable.prompts.length > 0 ? { prompts: {} } : {}),
          logging: {},
          ...(readable.hasSkills ? { extensions: { 'io.modelcontextprotocol/skills': {} } } : {}),
        }),
  },
  cacheHints: LOCKED_CACHE,
});

/** One MCP server over a session, for one connection of either era.
 * @param version of this program
 * @param development the session's list may change, and says nothing about any lock; requests wait until it is settled */
export function createMcpServer(
  session: Session,
  version: string,
  development?: { readonly settled: () => Promise<void> },
): Server {
  const { name, ...options } = development === undefined ? lockedOptions(session) : DEVELOPMENT;
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
  let locked: Tool[] | undefined;
  const listOnce = (): Tool[] => (locked ??= listed());
  const revisionOf = watchRevision(server);
  const { readable } = session;
  if (readable !== undefined) {
    serveResources(server, readable, revisionOf);
    servePrompts(server, readable);
    serveCompletion(server, readable);
  }
  const log = readable === undefined ? undefined : serveLog(server, revisionOf);
  server.setRequestHandler('tools/list', async ({ params }) => {
    await development?.settled();
    const { items, nextCursor } = pageAt(development === undefined ? listOnce() : listed(), params?.cursor);
    return { tools: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.onCall(async (params, context) => {
    const { mcpReq } = context;
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
    const startedMs = performance.now();
    const outcome = await session.call(params.name, (params.arguments ?? {}) as JsonObject, {
      signal: mcpReq.signal,
      ...(consent === undefined ? {} : { consent }),
      traceparent: traceparentIn(mcpReq._meta),
      ...(heartbeat === undefined ? {} : { onProgress: heartbeat.tell }),
    });
    heartbeat?.stop();
    log?.(context, params.name, outcome, performance.now() - startedMs);
    // Clients of earlier revisions fail a call whose result has a content that they do not know.
    return toolResult(outcome, readable !== undefined && revisionOf(context) >= '2025-06-18');
  });
  return server;
}

/** In `_meta` of a result that was not computed now. */
const CACHE_META_KEY = 'toolbase/cache';

const traceparentIn = (meta: object | undefined): string | undefined => {
  if (meta === undefined) return undefined;
  const given = new Map<string, unknown>(Object.entries(meta)).get(TRACEPARENT_META_KEY);
  return typeof given === 'string' ? given : undefined;
};

const noSuchTool = (name: string, { tools }: Session): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no tool ${JSON.stringify(name)}. ${meantHint(
      name,
      tools.map((tool) => tool.name),
    )}`,
  );

/** The same compact JSON as text and as structured content, since clients read one or the other; of an error, only text. */
function toolResult(outcome: CallOutcome, withLinks: boolean): CallToolResult {
  if (outcome.kind === 'failed')
    return { content: [{ type: 'text', text: errorText(outcome.error) }], isError: true };
  const links = withLinks ? (outcome.files ?? []).map(linkTo) : [];
  return {
    content: [
      { type: 'text', text: outcome.text },
      ...(outcome.images ?? []).map((image) => ({ type: 'image' as const, ...image })),
      ...(outcome.note === undefined ? [] : [{ type: 'text' as const, text: outcome.note }]),
      ...links,
    ],
    structuredContent: { ...outcome.structured },
    ...(outcome.cache === undefined ? {} : { _meta: { [CACHE_META_KEY]: outcome.cache } }),
  };
}

const linkTo = (file: string) => ({
  type: 'resource_link' as const,
  uri: workspaceUri(file),
  name: file,
  mimeType: mimeTypeOf(file),
});

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
