import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for their answer: clients of MCP send the next when they have read the last, and the
 * system hands over thousands at once before any other connection has its turn. */
const UNANSWERED_MAX = 8;

/** Keeps single clients from taking all that there is.
 * @param most connections: one more takes the place of the oldest that never asked for anything, else of the one whose last
 * answer is longest ago
 * @returns says of a request whether it is answered; the connection of one that is not is cut off */
export function fairConnections(server: Server, most: number): (socket: Socket) => (() => void) | undefined {
  const silent = new Set<Socket>();
  const resting = new Set<Socket>();
  const unanswered = new Map<Socket, number>();
  // Where none rests, it is the new one that has to wait.
  server.maxConnections = most + 1;
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => {
      silent.delete(socket);
      resting.delete(socket);
      unanswered.delete(socket);
    });
    const [longest] = silent.size > 1 ? silent : resting;
    if (silent.size + resting.size + unanswered.size > most) longest?.destroy();
  });
  return (socket) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > UNANSWERED_MAX || socket.destroyed) {
      socket.destroy();
      return undefined;
    }
    unanswered.set(socket, count);
    silent.delete(socket);
    resting.delete(socket);
    return () => {
      const left = (unanswered.get(socket) ?? 1) - 1;
      if (left > 0) unanswered.set(socket, left);
      else unanswered.delete(socket);
      if (left === 0 && !socket.destroyed) resting.add(socket);
    };
  };
}
