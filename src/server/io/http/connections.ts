import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for their answer: clients of MCP send the next when they have read the last, and the
 * system hands over thousands at once before any other connection has its turn. */
const UNANSWERED_MAX = 8;

/** Keeps single clients from taking all that there is.
 * @param most connections: one more takes the place of the one that has waited longest without asking for anything
 * @returns says of a request whether it is answered; the connection of one that is not is cut off */
export function fairConnections(server: Server, most: number): (socket: Socket) => (() => void) | undefined {
  const resting = new Set<Socket>();
  const unanswered = new Map<Socket, number>();
  // Where none rests, it is the new one that has to wait.
  server.maxConnections = most + 1;
  server.on('connection', (socket) => {
    resting.add(socket);
    socket.once('close', () => {
      resting.delete(socket);
      unanswered.delete(socket);
    });
    const [longest] = resting;
    if (resting.size + unanswered.size > most) longest?.destroy();
  });
  return (socket) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > UNANSWERED_MAX || socket.destroyed) {
      socket.destroy();
      return undefined;
    }
    unanswered.set(socket, count);
    resting.delete(socket);
    return () => {
      const left = (unanswered.get(socket) ?? 1) - 1;
      if (left > 0) unanswered.set(socket, left);
      else unanswered.delete(socket);
      if (left === 0 && !socket.destroyed) resting.add(socket);
    };
  };
}
