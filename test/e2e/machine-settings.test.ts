import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';

const CANARY = 'sk-CANARY-0123456789';

const FILES = {
  'package.json': JSON.stringify({ name: '@lab/grid', version: '1.0.0', type: 'module' }),
  'toolkit.yaml': `formatVersion: 1
kind: toolkit
title: Grid
summary: Tells what it was given.
host: {kind: node, entry: src/toolkit.ts}
settings:
  n_threads: {type: number, title: Threads, required: true, min: 1}
  data: {type: directory, title: Data}
  api_key: {type: string, title: Key, sensitive: true}
externals:
  form: {title: FORM, command: form, versions: ">=4", optional: true}
`,
  'src/toolkit.ts': `import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Given',
      description: 'Tells what it was given.',
      input: z.object({}),
      output: z.object({ threads: z.number(), data: z.string(), keyLength: z.number(), form: z.string() }),
      run: (_input, context) => ({
        threads: Number(context.setting('n_threads')),
        data: String(context.setting('data') ?? ''),
        keyLength: context.secret('api_key')?.length ?? 0,
        form: context.external('form')?.version ?? '',
      }),
    }),
  ],
});
`,
};

let home: string;
let lock: string;
beforeAll(async () => {
  home = await freshFolder();
  for (const [file, text] of Object.entries(FILES)) {
    const target = path.join(home, 'grid', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  await mkdir(path.join(home, 'project', 'loadouts'), { recursive: true });
  const loadout = path.join(home, 'project', 'loadouts', 'x.yaml');
  await writeFile(loadout, 'formatVersion: 1\ntoolkits: {"@lab/grid": "1"}\n');
  lock = path.join(home, 'project', 'loadouts', 'x.lock');
  for (const args of [
    ['publish', path.join(home, 'grid')],
    ['lock', loadout],
    ['install', lock],
  ])
    expect((await toolbase(home, args)).stderr).toBe('');
});

const call = (env: Record<string, string> = {}) =>
  toolbase(home, ['call', lock, 'grid__Given', '--json'], { env });
const write = (file: string, text: string) => writeFile(path.join(home, file), `formatVersion: 1\n${text}`);

describe('an operation', () => {
  it('is not called while a required setting is missing', async () => {
    const ended = await call();
    expect(ended.status).toBe(3);
    expect(errorOf(ended)).toMatchObject({ code: 'SETTING_MISSING' });
  });

  it('gets settings, secrets and externals from the layers around the lock, whatever the current folder', async () => {
    await mkdir(path.join(home, 'project/bin'));
    await writeFile(path.join(home, 'project/bin/form'), '#!/bin/sh\necho FORM 4.3.1\n');
    await chmod(path.join(home, 'project/bin/form'), 0o755);
    await write('settings.yaml', `toolkits: {"@lab/grid": {settings: {n_threads: 2, api_key: ${CANARY}}}}\n`);
    await chmod(path.join(home, 'settings.yaml'), 0o600);
    await write(
      'project/toolbase.yaml',
      'toolkits: {"@lab/grid": {settings: {n_threads: 4, data: loadouts}, externals: {form: bin/form}}}\n',
    );
    const ended = await call();
    expect(JSON.parse(ended.stdout)).toEqual({
      threads: 4,
      data: path.join(home, 'project/loadouts'),
      keyLength: CANARY.length,
      form: '4.3.1',
    });
    const stronger = await call({ TOOLBASE_SETTING_LAB_GRID__N_THREADS: '8' });
    expect(JSON.parse(stronger.stdout)).toMatchObject({ threads: 8 });
  });

  it('is not called with a value that does not fit, or a secret in a committed file, and neither is told', async () => {
    const wrong = await call({ TOOLBASE_SETTING_LAB_GRID__N_THREADS: '0' });
    expect(errorOf(wrong)).toMatchObject({ code: 'BAD_SETTINGS' });
    const before = await readFile(path.join(home, 'project/toolbase.yaml'), 'utf8');
    await write('project/toolbase.yaml', `toolkits: {"@lab/grid": {settings: {api_key: ${CANARY}}}}\n`);
    const open = await call();
    expect(errorOf(open)).toMatchObject({ code: 'BAD_SETTINGS' });
    expect(open.stdout + open.stderr).not.toContain('CANARY');
    await writeFile(path.join(home, 'project/toolbase.yaml'), before);
  });

  it('and its lock holds nothing of this', async () => {
    const text = await readFile(lock, 'utf8');
    for (const own of [CANARY, home, 'api_key', 'n_threads']) expect(text).not.toContain(own);
  });
});
