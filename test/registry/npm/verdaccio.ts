import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A running Verdaccio with its own storage and users, and no way to any other registry. */
export interface Verdaccio {
  readonly address: string;
  readonly stop: () => void;
}

const program = path.resolve(import.meta.dirname, '../../fixtures/registry/verdaccio.mjs');

const configuration = (directory: string): string =>
  JSON.stringify({
    storage: path.join(directory, 'storage'),
    auth: { htpasswd: { file: path.join(directory, 'htpasswd'), algorithm: 'bcrypt', rounds: 1 } },
    uplinks: {},
    packages: {
      '@closed/*': { access: '$authenticated', publish: 'keeper', unpublish: 'keeper' },
      '**': { access: '$all', publish: '$authenticated', unpublish: '$authenticated' },
    },
    web: { enable: false },
    userRateLimit: { windowMs: 1000, max: 100000 },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  });

export async function startVerdaccio(): Promise<Verdaccio> {
  const directory = mkdtempSync(path.join(tmpdir(), 'toolbase-verdaccio-'));
  const config = path.join(directory, 'config.yaml');
  writeFileSync(config, configuration(directory));
  const child = spawn(process.execPath, [program, config], {
    cwd: directory,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: directory },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stop = (): void => {
    kill(child);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    return { address: `http://127.0.0.1:${await portOf(child)}/`, stop };
  } catch (failure) {
    stop();
    throw failure;
  }
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause;
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Verdaccio ended with ${code}: ${said}`)));
    if (child.stdout === null) return;
    createInterface(child.stdout).on('line', (line) => {
      const port = /^port (\d+)$/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}
