import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';

const BRIDGE = path.join('dist', 'harness', 'io', 'launch', 'loopback-bridge.js');
const PROBE_TIMEOUT_MS = 5000;
/** Inside, where nobody else listens. */
const INNER_PORT = 4141;

/** Brings the loopback interface of a new network namespace up, with what there is, and becomes the command. */
const LOOPBACK_UP = `ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null ||
python3 -c 'import fcntl, socket, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sH14s", b"lo", 0x49, b""))' 2>/dev/null ||
perl -e 'socket(my $s, 2, 2, 0); ioctl($s, 0x8914, pack("a16sx14", "lo", 0x49)) or exit 1' || exit 1
exec "$@"`;

/** Ways to shut the network off, the best first: the first also ends whatever a program leaves behind. */
const WAYS: readonly (readonly string[])[] = [
  ['--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['--map-root-user', '--net'],
  ['--net'],
];

/** A way to run programs that can reach one socket and nothing else. */
export interface Enclosure {
  /** Address under which the socket is reached inside. */
  readonly modelUrl: string;
  /** The words of a command that reaches nothing at all. */
  readonly shut: (command: readonly string[]) => string[];
  /** The words of a command that reaches the socket. */
  readonly withSocket: (socket: string, command: readonly string[]) => string[];
}

/** Finds how this machine shuts the network off for one program.
 * @throws ToolbaseError PLATFORM when it does not allow that */
export async function openEnclosure(env: Record<string, string>): Promise<Enclosure> {
  if (process.platform === 'linux')
    for (const way of WAYS)
      if (await works(inNamespace(way, ['true']), env))
        return {
          modelUrl: `http://127.0.0.1:${INNER_PORT}`,
          shut: (command) => inNamespace(way, command),
          withSocket: (socket, command) =>
            inNamespace(way, [process.execPath, locateBridge(), socket, String(INNER_PORT), ...command]),
        };
  throw new ToolbaseError('PLATFORM', 'this machine does not allow a network namespace (unshare --net)', {
    hint: 'Use --allow-network to run the program with the network of this machine. It gets no key of yours either way.',
  });
}

const inNamespace = (way: readonly string[], command: readonly string[]): string[] => [
  ...['unshare', ...way, '--', '/bin/sh', '-c', LOOPBACK_UP, 'sh'],
  ...command,
];

const works = ([command = '', ...args]: readonly string[], env: Record<string, string>): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'ignore',
      env,
      timeout: PROBE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });

/** The compiled program, seen from the compiled modules or from the sources. */
function locateBridge(): string {
  for (let folder = import.meta.dirname; path.dirname(folder) !== folder; folder = path.dirname(folder)) {
    const candidate = path.join(folder, BRIDGE);
    if (existsSync(candidate)) return candidate;
  }
  throw new Error(`${BRIDGE} is missing: the package was not built`);
}
