import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio';
import type { Server } from '@modelcontextprotocol/server';
import { StdioWire } from './stdio-wire.ts';

/** A longer message ends the connection. The SDK copies all of a message that is not complete with each piece that
 * arrives, so that one without end costs the square of this. */
const MESSAGE_MAX_BYTES = 16 * 1024 * 1024;

/** How a connection ended: the client closed it, or it could not go on. */
export type ConnectionEnd = 'left' | 'broken';

/** Serves a session over the standard input and output of this process, to clients of both eras.
 * @param createServer makes the server of the one connection
 * @param onError sees protocol faults, such as a line that is no JSON-RPC; they are never answered */
export async function serveStdio(
  createServer: () => Server,
  onError: (message: string) => void,
): Promise<ConnectionEnd> {
  const transport = new StdioWire(process.stdin, process.stdout, MESSAGE_MAX_BYTES);
  const ended = new Promise<ConnectionEnd>((resolve) => {
    for (const end of ['end', 'close']) process.stdin.once(end, () => resolve('left'));
    // Nobody reads any more.
    process.stdout.once('error', () => resolve('left'));
    const close = transport.close.bind(transport);
    transport.close = () => {
      // By itself the transport closes when its input ends too, and then that is the reason.
      setImmediate(() => resolve('broken'));
      return close();
    };
  });
  const handle = serveSdkStdio(createServer, {
    legacy: 'serve',
    transport,
    onerror: ({ message }) => onError(message),
  });
  const end = await ended;
  await handle.close();
  return end;
}
