import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio';
import type { Session } from './session.ts';
import { createMcpServer } from './mcp-server.ts';

/** Serves a session over the standard input and output of this process, to clients of both eras.
 * @param onError sees protocol faults, such as a line that is no JSON-RPC; they are never answered
 * @returns resolves when the client has closed the connection */
export async function serveStdio(
  session: Session,
  version: string,
  onError: (message: string) => void,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.stdout.once('error', () => resolve());
  });
  const handle = serveSdkStdio(() => createMcpServer(session, version), {
    legacy: 'serve',
    onerror: ({ message }) => onError(message),
  });
  await closed;
  await handle.close();
}
