import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { refusal, RPC, textAnswer } from './answers.ts';
import type { Authorize } from './authorize.ts';
import type { Endpoint } from './endpoint.ts';
import { fairConnections } from './connections.ts';
import { shareAcrossOrigins } from './cross-origin.ts';
import { type AllowedCallers, guard } from './guard.ts';
import { writeResponse } from './web-exchange.ts';

/** Limits of one server against clients that are slow, many, or both. */
export const LIMITS = {
  connections: 2048,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 10_000,
  headerBytes: 16_384,
  headers: 100,
} as const;

export interface FrontParts {
  /** By path. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly allowed: AllowedCallers;
  readonly authorize: Authorize;
  /** Documents that anybody may read, by path: what says how to be authorised. */
  readonly documents: ReadonlyMap<string, string>;
  /** The text of the metrics and its content type. */
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** Sees the status of each answer. @param route the path as configured, never as asked */
  readonly onAnswer: (route: string, method: string, status: number) => void;
  readonly isDraining: () => boolean;
  readonly onFault: (thrown: unknown) => void;
}

/** The HTTP server in front of the endpoints: guards, limits, health, metrics. Not listening yet. */
export function createFront(parts: FrontParts): Server {
  const server = createServer(
    {
      headersTimeout: LIMITS.headersMs,
      requestTimeout: LIMITS.requestMs,
      keepAliveTimeout: LIMITS.keepAliveMs,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: LIMITS.headerBytes,
      requireHostHeader: false,
    },
    (request, response) => {
      const answered = begin(request.socket);
      if (answered === undefined) return;
      response.once('close', answered);
      // In a turn of their own: what a connection has sent at once would else be answered in one, before any other's.
      setImmediate(() => {
        answer(parts, request, response).catch((thrown: unknown) => {
          parts.onFault(thrown);
          response.destroy();
        });
      });
    },
  );
  const begin = fairConnections(server, LIMITS.connections);
  server.maxHeadersCount = LIMITS.headers;
  return server;
}

async function answer(parts: FrontParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request);
  const endpoint = parts.endpoints.get(path);
  const route = endpoint !== undefined || PUBLIC.has(path) || parts.documents.has(path) ? path : 'other';
  response.once('close', () => parts.onAnswer(route, request.method ?? '', response.statusCode));
  const refuse = async (refused: Response): Promise<void> => {
    // What the client still sends is not read.
    if (request.method === 'POST') refused.headers.set('connection', 'close');
    await writeResponse(refused, response);
  };
  const refused = early(parts, request, response, path);
  if (refused !== undefined) return refuse(refused);
  const allowed = await parts.authorize(request.headers.authorization, path);
  if (allowed.kind === 'refused') return refuse(allowed.response);
  if (endpoint !== undefined) return endpoint.serve(request, response, allowed.caller);
  const { text, contentType } = await parts.metrics();
  await writeResponse(textAnswer(200, text, contentType), response);
}

const PUBLIC = new Set(['/healthz', '/metrics']);

/** What is answered to anybody, and refused before anybody is asked who they are. */
function early(
  { allowed, documents, endpoints, isDraining }: FrontParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Response | undefined {
  if (path === '/healthz') return isDraining() ? textAnswer(503, 'draining\n') : textAnswer(200, 'ok\n');
  // Headers above that number are dropped unread: one by which the request would be refused may be among them.
  if (request.rawHeaders.length >= 2 * LIMITS.headers)
    return refusal(431, RPC.server, `a request has fewer than ${LIMITS.headers} headers`);
  const refused = guard(request, allowed);
  if (refused !== undefined) return refused;
  const preflight = shareAcrossOrigins(request, response, allowed.origins);
  if (preflight !== undefined) return preflight;
  const document = documents.get(path);
  if (document !== undefined && request.method === 'GET')
    return textAnswer(200, document, 'application/json');
  if (!endpoints.has(path) && path !== '/metrics') return refusal(404, RPC.server, 'there is nothing here');
  const methods = path === '/metrics' ? ['GET'] : ['GET', 'POST', 'DELETE'];
  if (!methods.includes(request.method ?? ''))
    return refusal(405, RPC.server, 'that method is not for this path', { allow: methods.join(', ') });
  return isDraining()
    ? refusal(503, RPC.server, 'the server is stopping', { 'retry-after': '5', connection: 'close' })
    : undefined;
}

/** Without the query, in which nothing is ever looked for: a token there would stand in logs. */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';
