import { spawn } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ErrorReport } from '../../src/kernel/index.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const PROGRAM = path.join(ROOT, 'bin', 'run.js');
export const SYMBOLIC = path.join(ROOT, 'toolkits', 'symbolic');
export const LOADOUT = path.join(ROOT, 'loadouts', 'symbolic-eda.yaml');
export const LOCK = path.join(ROOT, 'loadouts', 'symbolic-eda.lock');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A fresh folder for one test. */
export const freshFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'toolbase-e2e-'));

/** Runs the built program as a user would, with an environment of its own.
 * @param home becomes TOOLBASE_HOME */
export function toolbase(
  home: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; umask?: string; input?: string } = {},
): Promise<Ended> {
  const [command, ...rest] =
    options.umask === undefined
      ? [process.execPath, PROGRAM, ...args]
      : ['/bin/sh', '-c', `umask ${options.umask} && exec "$0" "$@"`, process.execPath, PROGRAM, ...args];
  const child = spawn(command, rest, {
    cwd: options.cwd ?? home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TOOLBASE_HOME: home, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** The error of a command that was run with `--json`; undefined when it succeeded. */
export function errorOf(ended: Ended): ErrorReport | undefined {
  const parsed = JSON.parse(ended.stdout) as { error?: ErrorReport };
  return parsed.error;
}

/** Every path below a folder, sorted: what a refusal must leave unchanged. */
export async function listing(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.sort();
}
