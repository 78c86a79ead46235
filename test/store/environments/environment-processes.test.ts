import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportOf, sha256 } from '../../../src/kernel/index.ts';
import { removeFolder } from '../../../src/kernel/io/index.ts';
import type { ToolkitEnvironment } from '../../../src/store/index.ts';
import { openEnvironments } from '../../../src/store/io/index.ts';
import { needsExternal } from '../../external.ts';
import { programsFolder, realPython, writeWheel } from './local-packages.ts';

const python = realPython();

let dir: string;
let store: string;
let env: Record<string, string>;
beforeEach((context) => {
  needsExternal(context, 'python3 with venv and pip', python !== undefined);
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'toolbase-race-')));
  store = path.join(dir, 'store');
  const wheels = path.join(dir, 'wheels');
  const PATH = programsFolder(path.join(dir, 'bin'), { python3: python! });
  env = { PATH, HOME: dir, PIP_FIND_LINKS: wheels, PIP_NO_INDEX: '1' };
});
afterEach(() => removeFolder(dir));

function toolkit(): ToolkitEnvironment {
  const hash = writeWheel(path.join(dir, 'wheels'), 'spin', '1.0', { 'spin.py': 'HALF = 0.5\n' });
  const requirements = `spin==1.0 --hash=sha256:${hash}\n`;
  const treeFolder = path.join(dir, 'toolkit');
  mkdirSync(treeFolder);
  writeFileSync(path.join(treeFolder, 'requirements.txt'), requirements);
  const file = { requirements: 'requirements.txt', python: '>=3.8', sha256: sha256(requirements) };
  return { label: 'environment py', treeFolder, declaration: { kind: 'python', ...file } };
}

/** Starts a builder; resolves when it is ready to begin. */
async function builder(declared: ToolkitEnvironment): Promise<{ child: ChildProcess; lines: string[] }> {
  const script = path.join(import.meta.dirname, 'ensure-once.ts');
  const args = ['--import', 'tsx', script, store, declared.treeFolder, JSON.stringify(declared.declaration)];
  const child = spawn(process.execPath, args, {
    env: { ...env, NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await until(() => lines.includes('ready'));
  return { child, lines };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const inStore = (): string[] => readdirSync(path.join(store, 'v1', 'environments'));

test('processes that build one environment at once all get the same, and one copy stays', async () => {
  const declared = toolkit();
  const builders = await Promise.all([builder(declared), builder(declared), builder(declared)]);
  for (const { child } of builders) child.stdin!.write('go\n');
  await Promise.all(builders.map(({ child }) => once(child, 'exit')));
  const roots = builders.map(({ lines }) => lines.at(-1));
  const environments = openEnvironments(store, { env });
  const installed = await environments.find(declared);
  expect(roots).toEqual([installed.root, installed.root, installed.root]);
  expect(inStore()).toHaveLength(2);
  await environments.verify(declared);
});

test('a build that is killed at any stage does not count, and the next one is whole', async () => {
  const declared = toolkit();
  const environments = openEnvironments(store, { env });
  for (const stage of ['create', 'install', 'compile', 'seal']) {
    const { child, lines } = await builder(declared);
    child.stdin!.write('go\n');
    await until(() => lines.includes(stage));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const state = await environments.verify(declared).then(
      () => 'whole',
      (fault: unknown) => reportOf(fault).code,
    );
    // The last stage may have ended before the signal came.
    expect(stage === 'seal' ? ['NOT_INSTALLED', 'whole'] : ['NOT_INSTALLED']).toContain(state);
  }
  await environments.ensure(declared);
  await environments.verify(declared);
  expect(inStore().filter((name) => name.endsWith('.json'))).toHaveLength(1);
});
