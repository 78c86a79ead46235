import { randomUUID } from 'node:crypto';
import { isInitializeRequest, type Server } from '@modelcontextprotocol/server';
import type { Session } from '../session.ts';
import { refusal, RPC } from './answers.ts';
import { createHandshakeSession, type HandshakeSession } from './handshake-session.ts';
import type { OpenNext } from './open-sessions.ts';

/** The sessions of the handshake era on one endpoint. */
export interface HandshakeSessions {
  /** The session that a request belongs to, opened when it asks for one; a refusal when there is none. */
  readonly find: (request: Request, body: unknown, caller: string) => Promise<HandshakeSession | Response>;
  readonly count: () => number;
  /** Ends what nobody has used for so long, and in which no job runs. */
  readonly endIdle: (idleMs: number) => void;
  readonly close: () => Promise<void>;
}

export interface HandshakeSessionsParts {
  readonly open: OpenNext;
  readonly createServer: (session: Session) => Server;
  readonly maxSessions: number;
  readonly onError: (message: string) => void;
}

export function createHandshakeSessions(parts: HandshakeSessionsParts): HandshakeSessions {
  const sessions = new Map<string, HandshakeSession>();
  const ending = new Set<Promise<void>>();
  let opening = 0;

  const end = (id: string): void => {
    const session = sessions.get(id);
    if (session === undefined) return;
    sessions.delete(id);
    const ended = session.close().catch((cause: unknown) => parts.onError(String(cause)));
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  };

  const start = async (caller: string): Promise<HandshakeSession | Response> => {
    if (sessions.size + opening >= parts.maxSessions)
      return refusal(503, RPC.server, 'too many sessions are open', { 'retry-after': '30' });
    opening += 1;
    try {
      const id = randomUUID();
      const session = await parts.open();
      const server = parts.createServer(session);
      const opened = await createHandshakeSession({
        id,
        caller,
        session,
        server,
        onError: parts.onError,
        onEnd: () => end(id),
      });
      sessions.set(id, opened);
      return opened;
    } finally {
      opening -= 1;
    }
  };

  return {
    find: async (request, body, caller) => {
      const id = request.headers.get('mcp-session-id');
      if (id === null)
        return isInitializeRequest(body)
          ? start(caller)
          : refusal(400, RPC.server, 'Mcp-Session-Id is missing: begin with initialize');
      const found = sessions.get(id);
      // The id of another's session is told from one that never was by nobody.
      return found?.caller === caller ? found : refusal(404, RPC.noSession, 'there is no such session');
    },
    count: () => sessions.size,
    endIdle: (idleMs) => {
      for (const [id, { activity, busy }] of sessions) if (activity.idleMs() >= idleMs && !busy()) end(id);
    },
    close: async () => {
      for (const id of [...sessions.keys()]) end(id);
      await Promise.all(ending);
    },
  };
}
