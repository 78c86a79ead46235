import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Lock } from '../../src/lockfile/index.ts';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';
import { changedWorkshop } from './workshop.ts';

let home: string;
/** A working tree of the workshop toolkit at version 1.1.0-dev.1. */
let tree: string;
let lock: string;

const run = (...args: string[]) => toolbase(home, args);
const readLock = async () => JSON.parse(await readFile(lock, 'utf8')) as Lock;
const errorIn = async (...args: string[]) => errorOf(await run(...args, '--json'));
const edit = async (change: (text: string) => string) => {
  const file = path.join(tree, 'src', 'toolkit.ts');
  await writeFile(file, change(await readFile(file, 'utf8')));
};
const serve = (...flags: string[]) => run('serve', lock, '--workspace', path.join(home, 'work'), ...flags);

beforeEach(async () => {
  home = await freshFolder();
  await mkdir(path.join(home, 'work'));
  tree = await changedWorkshop('package.json', (text) => text.replace('"1.0.0"', '"1.1.0-dev.1"'));
  const at = path.relative(home, tree);
  await writeFile(path.join(home, 'x.yaml'), `formatVersion: 1\ntoolkits:\n  workshop: {path: "${at}"}\n`);
  lock = path.join(home, 'x.lock');
});

describe('a toolkit that is linked from a working tree', () => {
  it('is locked apart from the others, with its path and the digest of its files, and told to the model', async () => {
    const ended = await run('lock', path.join(home, 'x.yaml'));
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain('warning: workshop is linked from the working tree');
    const { toolkits, linked, instructions } = await readLock();
    expect(toolkits).toEqual({});
    expect(linked).toMatchObject({
      workshop: { linked: true, path: path.relative(home, tree), version: '1.1.0-dev.1' },
    });
    expect(linked).not.toHaveProperty('workshop.integrity');
    expect(instructions).toMatch(/^Under development, from a working tree: workshop\./);
  });

  it('is installed and called as it was when it was locked', async () => {
    await run('lock', path.join(home, 'x.yaml'));
    expect((await run('install', lock)).stdout).toContain('workshop 1.1.0-dev.1 installed, linked from');
    await edit((text) => text.replace('Adds two numbers.', 'Adds two numbers, and more.'));
    const called = await run(
      'call',
      lock,
      'workshop__Add',
      '--arguments',
      '{"a": 2, "b": 3}',
      '--workspace',
      'work',
    );
    expect([called.status, called.stderr]).toEqual([0, '']);
    expect((await run('verify', lock)).stdout).toContain('workshop 1.1.0-dev.1 as locked, linked from');
    expect(await errorIn('lock', path.join(home, 'x.yaml'), '--check')).toMatchObject({
      code: 'LOCK_STALE',
      hint: `Run \`toolbase lock ${path.join(home, 'x.yaml')}\` and commit the lock.`,
    });
    const relocked = await run('lock', path.join(home, 'x.yaml'));
    expect(relocked.stdout).toMatch(/LINKED from the working tree\s.*whose\s+files\s+changed/s);
    expect(relocked.stdout).toContain('| Adds two numbers{+, and more+}.');
  });

  it('is named when its folder is not there', async () => {
    const loadout = path.join(home, 'gone.yaml');
    await writeFile(loadout, 'formatVersion: 1\ntoolkits: { workshop: { path: nowhere } }\n');
    const fault = await errorIn('lock', loadout);
    expect(fault?.code).toBe('NOT_FOUND');
    expect(fault?.message).toMatch(/^workshop, linked from nowhere: .*nowhere is no folder/);
  });

  it('is not installed from a tree that was changed since', async () => {
    await run('lock', path.join(home, 'x.yaml'));
    await edit((text) => text.replace('Adds two numbers.', 'Adds.'));
    expect((await errorIn('install', lock))?.code).toBe('LOCK_STALE');
  });

  it('is refused where a lock has to mean the same to everybody', async () => {
    await run('lock', path.join(home, 'x.yaml'));
    await run('install', lock);
    expect((await errorIn('export', lock))?.code).toBe('LOCK_LINKED');
    for (const target of ['workshop', 'workshop__Add'])
      expect(await errorIn('explain', target, '--loadout', path.join(home, 'x.yaml'))).toMatchObject({
        code: 'UNSUPPORTED',
        message: 'workshop is linked from a working tree: no version of it was chosen',
      });
    const frozen = await serve('--frozen');
    expect([frozen.status, frozen.stderr]).toEqual([
      2,
      expect.stringMatching(/LOCK_LINKED: .*workshop is linked/),
    ]);
    expect((await serve()).status).toBe(0);
  });

  it('must be the toolkit that the loadout means, in a version that it takes', async () => {
    const at = path.relative(home, tree);
    const loadout = path.join(home, 'x.yaml');
    await writeFile(loadout, `formatVersion: 1\ntoolkits:\n  other: {path: "${at}"}\n`);
    expect((await errorIn('lock', loadout))?.code).toBe('BAD_LOADOUT');
    await writeFile(loadout, `formatVersion: 1\ntoolkits:\n  workshop: {path: "${at}", version: "^2"}\n`);
    expect((await errorIn('lock', loadout))?.code).toBe('NO_VERSION');
    await writeFile(loadout, `formatVersion: 1\ntoolkits:\n  workshop: {path: "${tree}"}\n`);
    expect((await errorIn('lock', loadout))?.code).toBe('BAD_LOADOUT');
  });

  it('may take the place of a published one in a loadout that extends another', async () => {
    await mkdir(path.join(home, 'dev', 'base'), { recursive: true });
    await writeFile(
      path.join(home, 'dev', 'base', 'base.yaml'),
      `formatVersion: 1\ntoolkits:\n  workshop: {path: "${path.relative(path.join(home, 'dev', 'base'), tree)}", operations: [Add]}\n`,
    );
    await writeFile(path.join(home, 'dev', 'y.yaml'), 'formatVersion: 1\nextends: base/base.yaml\n');
    expect((await run('lock', path.join(home, 'dev', 'y.yaml'))).status).toBe(0);
    const locked = JSON.parse(await readFile(path.join(home, 'dev', 'y.lock'), 'utf8')) as Lock;
    expect(Object.keys(locked.operations)).toEqual(['workshop__Add']);
    expect(locked.linked).toMatchObject({
      workshop: { path: path.relative(path.join(home, 'dev'), tree) },
    });
  });
});

describe('serve --frozen', () => {
  it('serves what is locked, installed, and given by its loadout, and nothing else', async () => {
    await run('publish', await changedWorkshop('package.json', (text) => text));
    await writeFile(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits: {workshop: "1"}\n');
    await run('lock', path.join(home, 'x.yaml'));
    expect((await serve('--frozen')).status).toBe(3);
    await run('install', lock);
    expect((await serve('--frozen')).status).toBe(0);
    await writeFile(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits: {workshop: "^1"}\n');
    const stale = await serve('--frozen');
    expect([stale.status, stale.stderr]).toEqual([1, expect.stringContaining('LOCK_STALE')]);
    expect((await serve()).status).toBe(0);
  });
});
