import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openInitialisationCache } from '../src/io/initialisation-cache.ts';

const TABLES = 'Init:reuseMPIiDiffSys0 = { 1,\n 2212 2212 1 1.36000e+04 }\n';

async function filled() {
  const folder = await mkdtemp(path.join(tmpdir(), 'llp-cache-'));
  const [made, fetched] = [path.join(folder, 'made'), path.join(folder, 'fetched')];
  await writeFile(made, TABLES);
  const root = path.join(folder, 'cache');
  const cache = openInitialisationCache(root);
  await cache.put('card', made);
  return { cache, fetched, kept: path.join(root, 'card'), root };
}

test('tables come back as they were put, by their card only', async () => {
  const { cache, fetched, root } = await filled();
  expect(await cache.fetch('another', fetched)).toBe(false);
  expect(await cache.fetch('card', fetched)).toBe(true);
  expect(await readFile(fetched, 'utf8')).toBe(TABLES);
  expect(await readdir(root)).toEqual(['card']);
});

test.each([
  ['cut off', (text: string) => text.slice(0, -10)],
  ['empty', () => ''],
  ['changed in one digit', (text: string) => text.replace('1.36', '1.37')],
  ['of other settings', () => 'SoftQCD:all = on\n'],
])('tables that are %s are not used, and can be put again', async (_what, change) => {
  const { cache, fetched, kept } = await filled();
  await writeFile(kept, change(await readFile(kept, 'utf8')));
  expect(await cache.fetch('card', fetched)).toBe(false);
  await expect(readFile(fetched)).rejects.toMatchObject({ code: 'ENOENT' });
});
