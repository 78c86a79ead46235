import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

// A program of its own, in a network namespace: `node loopback-bridge.js <socket> <port> <command> [argument...]`. Runs the command, and
// joins the port of the loopback interface there to the socket, the only way out.
const [socket = '', port = '', command = '', ...args] = process.argv.slice(2);

const bridge = createServer((inner) => {
  const outer = connect(socket);
  for (const [from, to] of [
    [inner, outer],
    [outer, inner],
  ] as const) {
    from.on('error', () => to.destroy());
    from.pipe(to);
  }
});
bridge.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(command, args, { stdio: 'inherit' });
  child.once('error', ({ message }) => {
    process.stderr.write(`${command}: ${message}\n`);
    process.exit(127);
  });
  child.once('exit', (status) => process.exit(status ?? 128));
});
