import { chmodSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolbaseError } from '../../src/kernel/index.ts';
import type { FileLayer, InstallTools } from '../../src/machine/index.ts';
import { Settings } from '../../src/machine/settings.ts';
import { problemsOf } from '../../src/workflow/index.ts';
import { diagnoseLock } from '../../src/workflow/io/index.ts';
import { Lab } from './lab.ts';

const DECLARED = {
  host: {
    kind: 'mcp',
    command: '${external.form}',
    args: [],
    env: { GRID_KEY: 'Bearer ${setting.api_key}' },
  },
  settings: {
    api_key: { type: 'string', title: 'Key', sensitive: true },
    n_threads: { type: 'number', title: 'Threads', required: true, min: 1 },
  },
  externals: {
    form: { title: 'FORM', command: 'form', versions: '>=4', install: { apt: 'form' } },
    hangs: { title: 'Hangs', command: 'hangs', optional: true },
  },
};

let lab: Lab;
beforeEach(async () => {
  lab = new Lab();
  await lab.release('grid', '1.0.0', DECLARED);
  lab.loadout('  grid: "^1"');
});
afterEach(() => lab.remove());

const tools: InstallTools = { managers: ['apt'], needsSudo: true };
function program(name: string, body: string): void {
  writeFileSync(lab.path(name), `#!/bin/sh\n${body}\n`);
  chmodSync(lab.path(name), 0o755);
}
async function diagnose(environment: Record<string, string> = {}, files: readonly FileLayer[] = []) {
  const { lock } = await lab.lock();
  const layers = {
    files,
    environment: { PATH: lab.dir, ...environment },
    flags: { settings: [], externals: [] },
    homeDir: undefined,
  };
  const requireSandbox = () => Promise.reject(new ToolbaseError('EXTERNAL_MISSING', 'no bubblewrap'));
  const { store, environments } = lab;
  const around = { store, environments, layers, tools, requireSandbox };
  const [toolkit] = await diagnoseLock(lock, 'x.lock', around);
  return toolkit!;
}

describe('the diagnosis of a toolkit', () => {
  it('that is not installed says how to install it, and looks for the programs that the lock names', async () => {
    const toolkit = await diagnose();
    expect(toolkit).toMatchObject({
      state: 'missing',
      problem: { code: 'NOT_INSTALLED', hint: 'Run `toolbase install x.lock`.' },
      externals: [{ name: 'form', fault: 'it is not on PATH', install: 'sudo apt-get install -y form' }, {}],
    });
  });

  it('names every setting and program, what is wanted and found, and what would put it right', async () => {
    await lab.install((await lab.lock()).lock);
    program('form', 'echo FORM 3.2');
    const toolkit = await diagnose({ TOOLBASE_SETTING_GRID__API_KEY: 'sk-CANARY' });
    expect(toolkit.settings).toMatchObject([
      { name: 'api_key', wanted: 'secret', value: 'set, hidden', source: 'TOOLBASE_SETTING_GRID__API_KEY' },
      { name: 'n_threads', wanted: 'number from 1', value: null, problem: { code: 'SETTING_MISSING' } },
    ]);
    expect(toolkit.externals).toMatchObject([
      { name: 'form', wanted: '>=4', version: '3.2', install: 'sudo apt-get install -y form' },
      { name: 'hangs', optional: true, fault: 'it is not on PATH', install: null, problem: null },
    ]);
    expect(problemsOf(toolkit).map(({ code }) => code)).toEqual(['SETTING_MISSING', 'EXTERNAL_MISSING']);
    expect(toolkit.secretsInEnvironment).toEqual([{ variable: 'GRID_KEY', setting: 'api_key' }]);
    expect(JSON.stringify(toolkit)).not.toContain('CANARY');
  });

  it('that has all it needs has no problems', async () => {
    await lab.install((await lab.lock()).lock);
    program('form', 'echo FORM 4.3');
    const toolkit = await diagnose({ TOOLBASE_SETTING_GRID__N_THREADS: '4' });
    expect(problemsOf(toolkit)).toEqual([]);
    expect(toolkit.externals[0]).toMatchObject({ path: lab.path('form'), version: '4.3', install: null });
  });

  it('whose host is to run in a sandbox that cannot be made says so', async () => {
    await lab.install((await lab.lock()).lock);
    program('form', 'echo FORM 4.3');
    const settings = Settings.parse({ formatVersion: 1, toolkits: { grid: { sandbox: true } } });
    const user = { name: 'user' as const, file: '/home/me/settings.yaml', ownerOnly: false, settings };
    const toolkit = await diagnose({ TOOLBASE_SETTING_GRID__N_THREADS: '4' }, [user]);
    expect(toolkit.host).toMatchObject({ sandbox: true, network: false });
    expect(problemsOf(toolkit).map(({ code }) => code)).toEqual(['EXTERNAL_MISSING']);
  });

  it('whose files were changed says so', async () => {
    const { lock } = await lab.lock();
    await lab.install(lock);
    const [{ treeDigest } = { treeDigest: undefined }] = Object.values(lock.toolkits);
    const host = `${lab.store.pathOf(treeDigest!)}/host.mjs`;
    chmodSync(host, 0o644);
    writeFileSync(host, 'changed');
    expect(await diagnose()).toMatchObject({ state: 'changed', problem: { code: 'STORE_CHANGED' } });
  });
});
