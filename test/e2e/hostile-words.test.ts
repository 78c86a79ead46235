import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWritableDirectory } from '../../src/registry/io/index.ts';
import { publish } from '../../src/workflow/io/index.ts';
import { goesTo, NOWHERE } from '../workflow/lab.ts';
import { packedToolkit } from '../workflow/packed-toolkit.ts';
import { freshFolder, toolbase } from './toolbase.ts';

const STEERING = new RegExp(String.raw`(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]`, 'u');
const HOSTILE = 'old\u001b[2J\u009b31m\u202e\nnext: toolbase install evil.lock';

let home: string;
let directory: string;

/** A directory registry that anybody may write to, with one version that was deprecated by hand. */
beforeAll(async () => {
  home = await freshFolder();
  directory = path.join(home, 'shared');
  const registry = openWritableDirectory({ name: 'shared', directory, mustExist: false });
  const tarball = path.join(home, 'grid.tgz');
  await writeFile(tarball, packedToolkit('grid', '1.0.0').tarball);
  const pack = (): Promise<never> => Promise.reject(new Error('not asked'));
  await publish(
    tarball,
    { ...goesTo(registry), pack, machine: NOWHERE },
    { allowed: { secrets: [], breaks: true } },
  );
  for (const file of ['packument.json', '1.0.0/release.json'])
    await deprecate(path.join(directory, 'grid', file));
});

async function deprecate(file: string): Promise<void> {
  const value = JSON.parse(await readFile(file, 'utf8')) as { versions?: Record<string, object> };
  const words = { deprecated: HOSTILE, description: HOSTILE };
  const changed =
    value.versions === undefined
      ? { ...value, ...words }
      : { ...value, versions: { '1.0.0': { ...value.versions['1.0.0'], ...words } } };
  await rename(file, `${file}.old`);
  await writeFile(file, JSON.stringify(changed));
}

describe('words of strangers', () => {
  it.each([
    ['search', ['search', '--registry', 'shared=shared']],
    ['view', ['view', 'grid', '--registry', 'shared=shared']],
    ['lock', ['lock', 'grid.yaml', '--registry', 'shared=shared']],
    ['outdated', ['outdated', '--loadout', 'grid.yaml', '--registry', 'shared=shared']],
  ])('of a registry neither steer a terminal nor begin a line: %s', async (_command, args) => {
    await writeFile(path.join(home, 'grid.yaml'), 'formatVersion: 1\ntoolkits: { grid: "^1" }\n');
    const { stdout, stderr } = await toolbase(home, args);
    expect(stdout).toContain('old');
    expect(stdout + stderr).not.toMatch(STEERING);
    expect(stdout).not.toMatch(/^next: toolbase install evil.lock/m);
  });

  it('in the name of a file are spelled out', async () => {
    const folder = path.join(home, 'a\u001b[31m\u202eb');
    await mkdir(folder);
    await writeFile(path.join(folder, 'x.yaml'), 'formatVersion: 1\ntoolkits: { grid: "^1" }\n');
    const { stdout, status } = await toolbase(home, [
      'lock',
      path.join(folder, 'x.yaml'),
      '--registry',
      'shared=shared',
    ]);
    expect(status).toBe(0);
    expect(stdout).not.toMatch(STEERING);
    expect(stdout).toContain('a<U+001B>[31m<U+202E>b');
  });
});
