import { randomUUID } from 'node:crypto';
import { isInitializeRequest, type Server } from '@modelcontextprotocol/server';
import { type Held, roomFor, type RoomRules } from '../../http/make-room.ts';
import type { Session } from '../session.ts';
import { refusal, RPC, tooMany } from './answers.ts';
import { createHandshakeSession, type HandshakeSession } from './handshake-session.ts';
import type { OpenNext } from './open-sessions.ts';

/** The sessions of the handshake era on one endpoint. */
export interface HandshakeSessions {
  /** The session that a request belongs to, opened when it asks for one; a refusal when there is none. */
  readonly find: (request: Request, body: unknown, caller: string) => Promise<HandshakeSession | Response>;
  readonly count: () => number;
  /** Ends what nobody has used for so long, and in which no job runs; and much sooner where the client never came back
   * after the handshake. */
  readonly endIdle: (idleMs: number) => void;
  readonly close: () => Promise<void>;
}

export interface HandshakeSessionsParts {
  readonly open: OpenNext;
  readonly createServer: (session: Session) => Server;
  readonly room: RoomRules;
  readonly onError: (message: string) => void;
}

/** Between the answer to a handshake and what its client asks next. */
const GREETING_MS = 60_000;

export function createHandshakeSessions(parts: HandshakeSessionsParts): HandshakeSessions {
  const sessions = new Map<string, HandshakeSession>();
  const ending = new Set<Promise<void>>();
  const opening: string[] = [];

  const end = (id: string): void => {
    const session = sessions.get(id);
    if (session === undefined) return;
    sessions.delete(id);
    const ended = session.close().catch((cause: unknown) => parts.onError(String(cause)));
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  };

  const start = async (caller: string): Promise<HandshakeSession | Response> => {
    const room = roomFor(caller, Array.from(sessions.values(), heldBy), opening, parts.room);
    if (room.kind === 'none') return tooMany();
    if (room.kind === 'instead-of') end(room.id);
    opening.push(caller);
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
      opening.splice(opening.indexOf(caller), 1);
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
      for (const [id, { activity, busy, isGreeted }] of sessions) {
        const most = isGreeted() ? idleMs : Math.min(idleMs, GREETING_MS);
        if (activity.idleMs() >= most && !busy()) end(id);
      }
    },
    close: async () => {
      for (const id of [...sessions.keys()]) end(id);
      await Promise.all(ending);
    },
  };
}

const heldBy = ({ id, caller, isGreeted, activity, busy }: HandshakeSession): Held => ({
  id,
  caller,
  isGreeted: isGreeted(),
  idleMs: activity.idleMs(),
  isBusy: busy(),
});
