import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { afterAll } from 'vitest';
import type { Installed } from '../install-fixtures.ts';
import { PROGRAM } from '../served.ts';

/** `toolbase serve --http` as a process. */
export interface HttpServed {
  readonly child: ChildProcessWithoutNullStreams;
  /** Of the first lock, such as http://127.0.0.1:4321/mcp. */
  readonly url: string;
  /** `http://127.0.0.1:4321`. */
  readonly origin: string;
  readonly port: number;
  readonly stderr: () => string;
  readonly exit: Promise<{ readonly status: number | null; readonly signal: string | null }>;
}

const running: ChildProcessWithoutNullStreams[] = [];

afterAll(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

export function startProgram(args: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...args], { env: environment });
  running.push(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    child.emit('said');
  });
  const exit: HttpServed['exit'] = new Promise((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal })),
  );
  return { child, stderr: () => stderr, exit };
}

/** Starts a server on a free port and waits until it says where it is. */
export async function startHttp(
  { lockFile, home }: Pick<Installed, 'lockFile' | 'home'>,
  more: readonly string[] = [],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<HttpServed> {
  const { child, stderr, exit } = startProgram(
    [lockFile, '--http', '--port', '0', '--home', home, ...more],
    environment,
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.on('said', () => {
      const found = /serving \S+ at (http:\S+)\n/.exec(stderr())?.[1];
      if (found !== undefined) resolve(found);
    });
    void exit.then(() => reject(new Error(`the server ended: ${stderr()}`)));
  });
  const { origin, port } = new URL(url);
  return { child, url, origin, port: Number(port), stderr, exit };
}

/** Posts one message as a client of the handshake era does. */
export const post = (
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });

/** The JSON-RPC messages of an answer, be it JSON or events. */
export async function messagesOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('application/json') === true)
    return [JSON.parse(text) as Record<string, unknown>];
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}
