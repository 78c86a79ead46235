import type { Server } from '@modelcontextprotocol/server';
import type { ErrorReport } from '../../kernel/index.ts';
import type { ChangingSession } from './changing-session.ts';
import { createMcpServer } from './mcp-server.ts';
import { ownVersion } from './own-package.ts';
import { type ConnectionEnd, serveStdio } from './serve-stdio.ts';
import type { Session } from './session.ts';

/** A server whose operations change under its client. */
export interface DevelopmentServer {
  readonly ended: Promise<ConnectionEnd>;
  /** As `ChangingSession.change`; the client is notified when the list of tools changed. */
  readonly change: (next: Promise<Session | ErrorReport>) => Promise<void>;
}

/** Serves a changing session over the standard input and output of this process, under a name and with a capability of its own.
 * @param onError sees protocol faults */
export function serveDevelopment(
  session: ChangingSession,
  onError: (message: string) => void,
): DevelopmentServer {
  let server: Server | undefined;
  const createServer = (): Server => (server = createMcpServer(session, ownVersion(), session));
  return {
    ended: serveStdio(createServer, onError),
    change: async (next) => {
      if (!(await session.change(next))) return;
      // Refused before a client has introduced itself, and after it left: either way it will not miss it.
      await server?.sendToolListChanged().catch(() => undefined);
    },
  };
}
