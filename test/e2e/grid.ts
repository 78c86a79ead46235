import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freshFolder, toolbase } from './toolbase.ts';

const FILES = {
  'package.json': JSON.stringify({ name: '@lab/grid', version: '1.0.0', type: 'module' }),
  'toolkit.yaml': `formatVersion: 1
kind: toolkit
title: Grid
summary: Tells what it was given.
host: {kind: node, entry: src/toolkit.ts}
settings:
  n_threads: {type: number, title: Threads, required: true, min: 1, max: 64}
  data: {type: directory, title: Data}
  label: {type: string, title: Label, default: plain}
  api_key: {type: string, title: Key, sensitive: true}
externals:
  form: {title: FORM, command: form, versions: ">=4", optional: true, install: {apt: form, brew: form}}
`,
  'src/toolkit.ts': `import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Given',
      description: 'Tells what it was given.',
      input: z.object({}),
      output: z.object({ threads: z.number(), keyLength: z.number(), form: z.string() }),
      run: (_input, context) => ({
        threads: Number(context.setting('n_threads')),
        keyLength: context.secret('api_key')?.length ?? 0,
        form: context.external('form')?.version ?? '',
      }),
    }),
  ],
});
`,
};

/** A home with a toolkit that has settings, a secret and an external, installed by a lock in a repository. */
export interface GridHome {
  readonly home: string;
  readonly lock: string;
}

let made: Promise<string> | undefined;

/** A fresh one for each test, from a registry that is made once. */
export async function installedGrid(): Promise<GridHome> {
  const registry = await (made ??= publishedGrid());
  const home = await freshFolder();
  const lock = path.join(home, 'project', 'loadouts', 'x.lock');
  const loadout = path.join(home, 'project', 'loadouts', 'x.yaml');
  await mkdir(path.join(home, 'project', '.git'), { recursive: true });
  await mkdir(path.dirname(lock));
  await writeFile(loadout, 'formatVersion: 1\ntoolkits: {"@lab/grid": "1"}\n');
  await done(home, ['lock', loadout, '--registry', `lab=${registry}`]);
  await done(home, ['install', lock, '--registry', `lab=${registry}`]);
  return { home, lock };
}

async function publishedGrid(): Promise<string> {
  const home = await freshFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(home, 'grid', file)), { recursive: true });
    await writeFile(path.join(home, 'grid', file), text);
  }
  await mkdir(path.join(home, 'lab'));
  await done(home, ['publish', path.join(home, 'grid'), '--registry', `lab=${path.join(home, 'lab')}`]);
  return path.join(home, 'lab');
}

async function done(home: string, args: readonly string[]): Promise<void> {
  const ended = await toolbase(home, args);
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}`);
}
