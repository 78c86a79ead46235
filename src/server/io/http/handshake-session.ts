import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type Activity, createActivity } from '../../http/activity.ts';
import type { Session } from '../session.ts';
import { refusal, RPC } from './answers.ts';

/** A session of the handshake era: one client, one server instance, one set of hosts. */
export interface HandshakeSession {
  readonly id: string;
  /** Name of the token that opened it; no other may use it. */
  readonly caller: string;
  readonly activity: Activity;
  /** A job works on; a client that comes back to this session finds it. */
  readonly busy: () => boolean;
  /** The client came back with the session's id: it has read the answer to its handshake. */
  readonly isGreeted: () => boolean;
  /** @param body the parsed body of a POST */
  readonly handle: (request: Request, body: unknown) => Promise<Response>;
  /** The client of a POST has left: its requests are cancelled, since nobody can fetch their results. */
  readonly abandon: (body: unknown) => void;
  readonly close: () => Promise<void>;
}

export interface HandshakeParts {
  readonly id: string;
  readonly caller: string;
  readonly session: Session;
  readonly server: Server;
  readonly onError: (message: string) => void;
  /** Called once, when the client or the server has ended it. */
  readonly onEnd: () => void;
}

export async function createHandshakeSession(parts: HandshakeParts): Promise<HandshakeSession> {
  const { id, caller, session, server, onError, onEnd } = parts;
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  const running = new Set<string | number>();
  let isGreeted = false;
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    receive?.(message, extra);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined && running.has(cancelled)) end(cancelled);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!('method' in message) && message.id !== undefined) running.delete(message.id);
    return send(message, options);
  };
  server.onerror = ({ message }) => onError(message);
  server.onclose = onEnd;

  /** A cancelled request is never answered: the transport would keep its stream open, and its id for ever. */
  const end = (requestId: string | number): void => {
    running.delete(requestId);
    transport.closeSSEStream(requestId);
    send({ jsonrpc: '2.0', id: requestId, error: { code: RPC.server, message: 'cancelled' } }).catch(
      () => undefined,
    );
  };

  return {
    id,
    caller,
    activity: createActivity(() => performance.now()),
    busy: () => session.runningJobs() > 0,
    isGreeted: () => isGreeted,
    handle: async (request, body) => {
      isGreeted ||= request.headers.has('mcp-session-id');
      const ids = requestsIn(body).map((each) => each.id);
      if (new Set(ids).size < ids.length || ids.some((each) => running.has(each)))
        return refusal(400, RPC.invalid, 'a request with this id is still running in this session');
      for (const each of ids) running.add(each);
      const response = await transport.handleRequest(request, { parsedBody: body });
      if (response.status >= 400) for (const each of ids) running.delete(each);
      return response;
    },
    abandon: (body) => {
      for (const { id: requestId } of requestsIn(body))
        if (running.has(requestId))
          transport.onmessage?.({
            jsonrpc: '2.0',
            method: 'notifications/cancelled',
            params: { requestId, reason: 'the client has left' },
          });
    },
    close: async () => {
      await transport.close();
      await session.close();
    },
  };
}

const requestsIn = (body: unknown): JSONRPCRequest[] =>
  (Array.isArray(body) ? body : [body]).filter((each) => isJSONRPCRequest(each));

function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const requestId = message.params?.['requestId'];
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined;
}
