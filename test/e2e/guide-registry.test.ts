import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { guideScripts, programFolder } from './guide.ts';
import { freshFolder, ROOT } from './toolbase.ts';

/** A port that nothing listens on. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Runs a script with bash in a process group of its own, of which nothing is left afterwards. */
function bash(
  script: string,
  cwd: string,
  PATH: string,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    detached: true,
    env: { PATH, HOME: cwd },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  child.on('exit', () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause;
    }
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}

it('the guide to a private registry works as it is written, on a free port', async () => {
  const home = await freshFolder();
  const scripts = [...guideScripts('private-registry').values()].flat();
  expect(scripts.length).toBeGreaterThanOrEqual(8);
  const port = await freePort();
  const programs = [programFolder(home), path.join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''];
  const script = scripts.join('\n').replaceAll('4873', String(port));
  const { status, stdout, stderr } = await bash(script, home, programs.join(':'));
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain('logged in to the registry lab as ann');
  expect(stdout).toContain('@lab/widths 0.1.0 would be published to the registry lab; nothing was written');
  expect(stdout).toContain('@lab/widths 0.1.0 published to the registry lab');
  expect(stdout).toContain('deprecated: wrong above 1 TeV');
  expect(stdout).toContain('stable: 0.1.0');
  const settings = path.join(home, '.config', 'toolbase', 'settings.yaml');
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  expect(readFileSync(settings, 'utf8')).toContain(`//127.0.0.1:${port}/`);
  expect(stdout + stderr).not.toContain('a password of our own');
}, 240_000);
