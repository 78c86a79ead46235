import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import type { Session } from '../session.ts';
import { refusal, RPC } from './answers.ts';
import { type CallerSessions, createCallerSessions } from './caller-sessions.ts';
import { createHandshakeSessions, type HandshakeSessions } from './handshake-sessions.ts';
import type { OpenNext } from './open-sessions.ts';
import { readBody, webRequest, writeResponse } from './web-exchange.ts';

/** One MCP endpoint, for clients of both eras: what one lock shows. */
export interface Endpoint {
  /** @param caller who the request comes from, by the name of the token */
  readonly serve: (request: IncomingMessage, response: ServerResponse, caller: string) => Promise<void>;
  /** Open sessions of the handshake era, and those of callers without a handshake. */
  readonly sessions: () => { readonly handshake: number; readonly callers: number };
  readonly endIdle: (idleMs: number) => void;
  readonly close: () => Promise<void>;
}

export interface EndpointParts {
  readonly open: OpenNext;
  readonly createServer: (session: Session) => Server;
  readonly maxSessions: number;
  readonly maxBodyBytes: number;
  readonly onError: (message: string) => void;
}

/** A request whose body was read, and who it comes from. */
interface Exchange {
  readonly request: Request;
  readonly body: unknown;
  readonly response: ServerResponse;
  readonly caller: string;
}

export function createEndpoint(parts: EndpointParts): Endpoint {
  const handshakes = createHandshakeSessions(parts);
  const callers = createCallerSessions(parts.open);
  const modern = createMcpHandler(
    async ({ authInfo }) => {
      const { session, leave } = callers.use(authInfo?.clientId ?? '');
      leave();
      return parts.createServer(await session);
    },
    { legacy: 'reject', onerror: ({ message }) => parts.onError(message) },
  );
  return {
    serve: async (incoming, response, caller) => {
      const body = await parsedBody(incoming, parts.maxBodyBytes);
      if (body === undefined) return;
      if (body instanceof Response) {
        await writeResponse(body, response);
        return;
      }
      const left = new AbortController();
      response.once('close', () => left.abort());
      const exchange = { request: webRequest(incoming, left.signal), body: body.value, response, caller };
      await ((await isLegacyRequest(exchange.request, exchange.body))
        ? serveHandshake(handshakes, exchange)
        : serveModern(modern, callers, exchange));
    },
    sessions: () => ({ handshake: handshakes.count(), callers: callers.count() }),
    endIdle: (idleMs) => {
      handshakes.endIdle(idleMs);
      callers.endIdle(idleMs);
    },
    close: async () => {
      await Promise.all([modern.close(), handshakes.close()]);
      await callers.close();
    },
  };
}

async function serveModern(
  modern: McpHttpHandler,
  callers: CallerSessions,
  { request, body, response, caller }: Exchange,
): Promise<void> {
  const { leave } = callers.use(caller);
  try {
    const authInfo = { token: '', clientId: caller, scopes: [] };
    await writeResponse(await modern.fetch(request, { authInfo, parsedBody: body }), response);
  } finally {
    leave();
  }
}

async function serveHandshake(
  handshakes: HandshakeSessions,
  { request, body, response, caller }: Exchange,
): Promise<void> {
  const session = await handshakes.find(request, body, caller);
  if (session instanceof Response) {
    await writeResponse(session, response);
    return;
  }
  const leave = session.activity.begin();
  try {
    const answer = await session.handle(request, body);
    const isNew = !request.headers.has('mcp-session-id');
    // One whose handshake was refused is of no use to anyone.
    if (isNew && answer.status >= 400) await session.close();
    const complete = await writeResponse(answer, response);
    if (!complete) session.abandon(body);
  } finally {
    leave();
  }
}

/** The JSON of a POST; a refusal; nothing when the client has left. */
async function parsedBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly value: unknown } | Response | undefined> {
  if (request.method !== 'POST') return { value: undefined };
  if (!isJsonContentType(request.headers['content-type'] ?? null))
    return refusal(415, RPC.server, 'the content type must be application/json');
  const body = await readBody(request, maxBytes);
  switch (body.kind) {
    case 'broken':
      return undefined;
    case 'too-large':
      return refusal(413, RPC.server, `a message has at most ${maxBytes} bytes`, { connection: 'close' });
    case 'read':
      try {
        return { value: JSON.parse(body.text) };
      } catch {
        return refusal(400, RPC.parse, 'the body is no JSON');
      }
  }
}
