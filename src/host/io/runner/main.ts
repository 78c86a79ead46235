import { Socket } from 'node:net';
import { createHostSession } from './host-session.ts';
import { createLineSplitter } from '../../line-splitter.ts';
import { HOST_LINE_MAX_BYTES } from '../../protocol.ts';

// The program of a `node` host, bundled as dist/node-host.js and started by the server with the protocol on file
// descriptor 3. It must end with its server: at the end of that stream, whatever an operation is doing.
const socket = new Socket({ fd: 3 });
const session = createHostSession({
  send: (line) => socket.write(line),
  exit: (status) => process.exit(status),
});
const splitter = createLineSplitter(HOST_LINE_MAX_BYTES);

socket.on('data', (chunk: Buffer) => {
  const lines = splitter.push(chunk);
  if (lines === undefined) process.exit(1);
  for (const line of lines) session.receive(line.toString('utf8'));
});
for (const end of ['end', 'close', 'error']) socket.on(end, () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));

// An error outside any call leaves the toolkit's module in an unknown state.
const die = (thrown: unknown): void => {
  const said = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  process.stderr.write(`uncaught outside a call: ${said}\n`);
  process.exit(70);
};
process.on('uncaughtException', die);
process.on('unhandledRejection', die);
