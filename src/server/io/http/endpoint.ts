import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import type { RoomRules } from '../../http/make-room.ts';
import type { Session } from '../session.ts';
import { refusal, RPC, tooMany } from './answers.ts';
import { type CallerSessions, createCallerSessions } from './caller-sessions.ts';
import { createHandshakeSessions, type HandshakeSessions } from './handshake-sessions.ts';
import type { OpenNext } from './open-sessions.ts';
import { type BodyRoom, readBody, webRequest, writeResponse } from './web-exchange.ts';

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
  readonly room: RoomRules;
  readonly maxBodyBytes: number;
  readonly bodies: BodyRoom;
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
  const callers = createCallerSessions(parts.open, parts.room.maxSessions);
  const modern = createMcpHandler(
    async ({ authInfo }) => {
      // Whoever serves the request uses it too.
      const used = callers.use(authInfo?.clientId ?? '');
      if (used === undefined) throw new Error('the session has ended');
      used.leave();
      return parts.createServer(await used.session);
    },
    { legacy: 'reject', onerror: ({ message }) => parts.onError(message) },
  );
  return {
    serve: async (incoming, response, caller) => {
      const body = await parsedBody(incoming, parts);
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
  const used = callers.use(caller);
  if (used === undefined) {
    await writeResponse(tooMany(), response);
    return;
  }
  try {
    const authInfo = { token: '', clientId: caller, scopes: [] };
    await writeResponse(await modern.fetch(request, { authInfo, parsedBody: body }), response);
  } finally {
    used.leave();
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
    const complete = await writeResponse(answer, response);
    // One whose handshake was refused, or whose client has left without its id, is of no use to anyone.
    if (isNew && (answer.status >= 400 || !complete)) await session.close();
    else if (!complete) session.abandon(body);
  } finally {
    leave();
  }
}

/** The JSON of a POST; a refusal; nothing when the client has left. */
async function parsedBody(
  request: IncomingMessage,
  { maxBodyBytes: maxBytes, bodies }: Pick<EndpointParts, 'maxBodyBytes' | 'bodies'>,
): Promise<{ readonly value: unknown } | Response | undefined> {
  if (request.method !== 'POST') return { value: undefined };
  if (!isJsonContentType(request.headers['content-type'] ?? null))
    return refusal(415, RPC.server, 'the content type must be application/json');
  const body = await readBody(request, maxBytes, bodies);
  switch (body.kind) {
    case 'broken':
      return undefined;
    case 'too-large':
      return refusal(413, RPC.server, `a message has at most ${maxBytes} bytes`, { connection: 'close' });
    case 'crowded':
      return refusal(503, RPC.server, 'too many large messages at once', {
        'retry-after': '5',
        connection: 'close',
      });
    case 'read':
      try {
        return { value: JSON.parse(body.text) };
      } catch {
        return refusal(400, RPC.parse, 'the body is no JSON');
      }
  }
}
