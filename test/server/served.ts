import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import path from 'node:path';
import type { Installed } from './install-fixtures.ts';

export const PROGRAM = path.join(import.meta.dirname, '../../bin/run.js');

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** `toolbase serve` as a process, spoken to line by line. */
export interface Served {
  readonly child: ChildProcessWithoutNullStreams;
  /** Whole lines of standard output. */
  readonly lines: string[];
  readonly stderr: () => string;
  readonly send: (...messages: readonly unknown[]) => void;
  /** Waits for the answer with an id. */
  readonly answer: (id: number) => Promise<Answer>;
  readonly exit: Promise<{ readonly status: number | null; readonly signal: string | null }>;
}

export const serveArguments = (
  installed: Installed,
  workspace: string,
  more: readonly string[] = [],
): string[] => [
  PROGRAM,
  'serve',
  installed.lockFile,
  '--workspace',
  workspace,
  '--home',
  installed.home,
  ...more,
];

export function startServe(args: readonly string[], environment: NodeJS.ProcessEnv = process.env): Served {
  const child = spawn(process.execPath, [...args], { env: environment });
  // Each awaited answer listens.
  child.setMaxListeners(0);
  const lines: string[] = [];
  let rest = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    child.emit('lines');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => undefined);
  const exit: Served['exit'] = new Promise((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal })),
  );
  return {
    child,
    lines,
    stderr: () => stderr,
    exit,
    send: (...messages) => {
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    answer: (id) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.map((line) => JSON.parse(line) as Answer).find((message) => message.id === id);
          if (found !== undefined) resolve(found);
        };
        child.on('lines', look);
        child.once('close', () => reject(new Error(`the server ended before answering ${id}: ${stderr}`)));
        look();
      }),
  };
}

/** The messages that open a connection of the handshake era. */
export const HANDSHAKE = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
] as const;

export const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' } as const;

export const callOf = (id: number, name: string, args: Record<string, unknown> = {}, meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
});

/** What each request of the 2026-07-28 revision carries. */
export const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
} as const;
