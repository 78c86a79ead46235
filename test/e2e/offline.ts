import { spawn, spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { needsExternal } from '../external.ts';
import { HANDSHAKE, LIST } from '../server/served.ts';
import { type Ended, PROGRAM } from './toolbase.ts';

/** Starts what follows in a network namespace of its own, in which nothing can be reached. */
const WITHOUT_NETWORK = ['unshare', '--map-root-user', '--net'] as const;

/** Skips the test, saying so, where the system does not allow network namespaces. */
export function needsNamespaces(context: TestContext): void {
  const [command, ...args] = WITHOUT_NETWORK;
  const { status } = spawnSync(command, [...args, 'true']);
  needsExternal(context, 'a network namespace (unshare --net)', status === 0);
}

interface Machine {
  /** TOOLBASE_HOME, HOME and working folder. */
  readonly home: string;
  readonly network: boolean;
}

const commandOf = ({ network }: Machine, args: readonly string[]): string[] => [
  ...(network ? [] : WITHOUT_NETWORK),
  process.execPath,
  PROGRAM,
  ...args,
];

const environmentOf = ({ home }: Machine, env: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  TOOLBASE_HOME: home,
  ...env,
});

/** Runs a program to its end, without input. */
export function runOn(
  machine: Machine,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  command = commandOf(machine, args),
): Promise<Ended> {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd: machine.home,
    env: environmentOf(machine, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** The very line that `serve` answers `tools/list` with. @param file a lock or an archive */
export function toolsListOn(machine: Machine, file: string): Promise<string> {
  const [program = '', ...rest] = commandOf(machine, ['serve', file, '--workspace', machine.home]);
  const child = spawn(program, rest, {
    cwd: machine.home,
    env: environmentOf(machine),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write([...HANDSHAKE, LIST].map((message) => `${JSON.stringify(message)}\n`).join(''));
  let stdout = '';
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => reject(new Error(`serve ended with ${status}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const line = stdout
        .split('\n')
        .slice(0, -1)
        .find((each) => (JSON.parse(each) as { id?: number }).id === LIST.id);
      if (line === undefined) return;
      child.stdin.end();
      resolve(line);
    });
  });
}
