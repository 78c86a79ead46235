import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Ended, freshFolder, toolbase } from './toolbase.ts';

const CANARY = 'sk-CANARY-5f1d0c';

const FILES = {
  'keys/package.json': JSON.stringify({ name: 'keys', version: '1.0.0', type: 'module' }),
  'keys/toolkit.yaml': `formatVersion: 1
kind: toolkit
title: Keys
summary: Uses a key.
host: {kind: node, entry: toolkit.mjs}
settings:
  api_key: {type: string, title: Key, sensitive: true}
`,
  'keys/toolkit.mjs': `import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Use',
      description: 'Tells how long its key is, or fails.',
      input: z.object({ fail: z.boolean().default(false) }),
      output: z.object({ keyLength: z.number() }),
      run({ fail }, context) {
        const key = context.secret('api_key');
        if (fail) throw new Error('the service refused');
        return { keyLength: key.length };
      },
    }),
  ],
});
`,
  'x.yaml': 'formatVersion: 1\ntoolkits: {keys: "1"}\n',
};

it('a secret of the environment is used by a call, and stands in no file and no output of any command', async () => {
  const home = await freshFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true });
    await writeFile(path.join(home, file), text);
  }
  const env = { TOOLBASE_SETTING_KEYS__API_KEY: CANARY };
  const ended: Ended[] = [];
  const run = async (...args: string[]) => {
    const one = await toolbase(home, args, { env });
    ended.push(one);
    return one;
  };
  for (const args of [
    ['lint', 'keys'],
    ['publish', 'keys'],
    ['lock', 'x.yaml'],
    ['install', 'x.lock'],
    ['verify', 'x.lock'],
    ['list', 'x.lock'],
    ['export', 'x.lock'],
  ])
    expect((await run(...args)).status, args.join(' ')).toBe(0);
  const used = await run('call', 'x.lock', 'keys__Use', '--json');
  expect(JSON.parse(used.stdout)).toEqual({ keyLength: CANARY.length });
  expect(
    (await run('call', 'x.lock', 'keys__Use', '--arguments', '{"fail": true}', '--json')).status,
  ).not.toBe(0);

  for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toContain('CANARY');
  const written = await readdir(home, { recursive: true, withFileTypes: true });
  const files = written
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.some((file) => file.includes('calls') || file.endsWith('.jsonl'))).toBe(true);
  for (const file of files) expect((await readFile(file, 'latin1')).includes('CANARY'), file).toBe(false);
});
