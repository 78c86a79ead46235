import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { errorOf, freshFolder, ROOT, toolbase } from './toolbase.ts';

const GRID = path.join(ROOT, 'docs', 'examples', 'grid');

it('publish goes to the registry of the scope, from a folder as from a tarball', async () => {
  const home = await freshFolder();
  await mkdir(path.join(home, 'lab'));
  await writeFile(
    path.join(home, 'toolbase.yaml'),
    'formatVersion: 1\nregistries: {lab: {directory: ./lab}}\nscopes: {"@lab": lab}\n',
  );
  const packed = await toolbase(home, ['pack', GRID, '--out', 'packed'], { cwd: home });
  expect(packed.status, packed.stderr).toBe(0);
  const [tarball = ''] = await readdir(path.join(home, 'packed'));
  for (const target of [GRID, path.join('packed', tarball)]) {
    const ended = await toolbase(home, ['publish', target, '--json'], { cwd: home });
    expect(ended.status, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ registry: 'lab' });
  }
  expect(await readdir(path.join(home, 'lab', '@lab'))).toEqual(['grid']);
});

it('a registry is named as the settings and the locks name it', async () => {
  const home = await freshFolder();
  const ended = await toolbase(home, ['publish', GRID, '--registry', 'local', '--json'], { cwd: home });
  expect(ended.status, ended.stderr).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ registry: 'local' });
  expect(await readdir(home)).not.toContain('local');
  const shipped = await toolbase(home, ['publish', GRID, '--registry', 'embedded', '--json'], { cwd: home });
  expect(errorOf(shipped)?.message).toContain('ships with the program');
  const taken = await toolbase(home, ['unpublish', '@lab/grid@1.0.0', '--json'], { cwd: home });
  expect(errorOf(taken)?.hint).toContain(path.join(home, 'registry'));
});

it('a mistyped registry is no new folder', async () => {
  const home = await freshFolder();
  const ended = await toolbase(home, ['publish', GRID, '--registry', 'lcal', '--json'], { cwd: home });
  expect([ended.status, errorOf(ended)?.code]).toEqual([2, 'USAGE']);
  expect(errorOf(ended)?.hint).toBe('Did you mean local? A new directory registry is written ./lcal.');
  expect(await readdir(home)).not.toContain('lcal');
});

it('what packing a folder left out is said when the folder is published, and when that is only tried', async () => {
  const home = await freshFolder();
  expect((await toolbase(home, ['init', 'my'], { cwd: home })).status).toBe(0);
  const manifest = path.join(home, 'my', 'package.json');
  const before = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(manifest, JSON.stringify({ ...before, files: ['.'] }));
  await writeFile(path.join(home, 'my', '.env'), 'TOKEN=1\n');
  const said = '.env is left out: such files are never packed';
  const tried = await toolbase(home, ['publish', 'my', '--dry-run', '--json'], { cwd: home });
  expect(JSON.parse(tried.stdout)).toMatchObject({ outcome: 'would-publish', warnings: [said] });
  const done = await toolbase(home, ['publish', 'my'], { cwd: home });
  expect(done.stdout).toBe(`warning: ${said}\nmy 0.1.0 published to the registry local\n`);
});
