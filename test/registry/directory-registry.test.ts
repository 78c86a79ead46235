import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integrityOf, type ToolkitName, type Version } from '../../src/kernel/index.ts';
import { openDirectoryRegistry, openWritableDirectory } from '../../src/registry/io/index.ts';
import type { WritableRegistry } from '../../src/registry/index.ts';

const grid = '@lab/grid' as ToolkitName;
const version = (text: string) => text as Version;
let directory: string;
let registry: WritableRegistry;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'toolbase-registry-'));
  registry = openWritableDirectory({ name: 'local', directory, mustExist: false });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const publish = (text: string, bytes: string, to = registry) =>
  to.publish({
    name: grid,
    version: version(text),
    tarball: Buffer.from(bytes),
    toolkitDependencies: { ['@lab/core' as ToolkitName]: '^1' },
  });
const inside = (...parts: string[]) => path.join(directory, '@lab', 'grid', ...parts);

describe('a directory registry', () => {
  it('gives back what was published', async () => {
    expect(await publish('1.0.0', 'one')).toEqual({
      outcome: 'published',
      integrity: integrityOf(Buffer.from('one')),
    });
    await publish('1.1.0-rc.1', 'two');
    expect(await registry.packument(grid)).toEqual({
      formatVersion: 1,
      name: '@lab/grid',
      distTags: { latest: '1.0.0' },
      versions: {
        '1.0.0': { integrity: integrityOf(Buffer.from('one')), toolkitDependencies: { '@lab/core': '^1' } },
        '1.1.0-rc.1': {
          integrity: integrityOf(Buffer.from('two')),
          toolkitDependencies: { '@lab/core': '^1' },
        },
      },
    });
    expect(Buffer.from(await registry.tarball(grid, version('1.1.0-rc.1'))).toString()).toBe('two');
    expect(await registry.names()).toEqual(['@lab/grid']);
  });

  it('is searched by the words of names and descriptions, and keeps a description to one line', async () => {
    const packageJson = { description: 'Widths of\n\u001b[31mscalars' };
    await registry.publish({
      name: grid,
      version: version('1.0.0'),
      tarball: Buffer.from('one'),
      toolkitDependencies: {},
      packageJson,
    });
    const found = [{ name: grid, version: '1.0.0', description: 'Widths of [31mscalars' }];
    for (const text of ['', 'GRID', 'width scalar']) expect(await registry.search(text, 5)).toEqual(found);
    expect(await registry.search('width vectors', 5)).toEqual([]);
    expect(await registry.search('width', 0)).toEqual([]);
  });

  it('lacks what was not published', async () => {
    expect(await registry.packument(grid)).toBeUndefined();
    expect(await registry.names()).toEqual([]);
    await publish('1.0.0', 'one');
    await expect(registry.tarball(grid, version('2.0.0'))).rejects.toMatchObject({ code: 'NO_VERSION' });
  });

  it('tags the highest release as latest, in whatever order versions come', async () => {
    for (const text of ['2.0.0', '10.0.0', '1.10.0', '11.0.0-alpha']) await publish(text, text);
    expect((await registry.packument(grid))?.distTags).toEqual({ latest: '10.0.0' });
  });

  it('tags the highest pre-release as latest while there is nothing else', async () => {
    for (const text of ['1.0.0-rc.10', '1.0.0-rc.9']) await publish(text, text);
    expect((await registry.packument(grid))?.distTags).toEqual({ latest: '1.0.0-rc.10' });
  });

  it('takes the same bytes again as no change', async () => {
    await publish('1.0.0', 'one');
    const before = readFileSync(inside('packument.json'));
    expect((await publish('1.0.0', 'one')).outcome).toBe('unchanged');
    expect(readFileSync(inside('packument.json')).equals(before)).toBe(true);
  });

  it('refuses other bytes for a published version and keeps the first', async () => {
    await publish('1.0.0', 'one');
    await expect(publish('1.0.0', 'other')).rejects.toMatchObject({ code: 'ALREADY_EXISTS', exitStatus: 2 });
    expect(Buffer.from(await registry.tarball(grid, version('1.0.0'))).toString()).toBe('one');
    expect(readdirSync(inside()).sort()).toEqual(['1.0.0', 'packument.json']);
  });

  it('finishes what a publisher that died before the packument began', async () => {
    await publish('1.0.0', 'one');
    rmSync(inside('packument.json'));
    expect((await publish('1.0.0', 'one')).outcome).toBe('unchanged');
    expect(Object.keys((await registry.packument(grid))?.versions ?? {})).toEqual(['1.0.0']);
  });

  it('that must exist says so when it does not, instead of seeming empty', async () => {
    const gone = openDirectoryRegistry({
      name: 'lab',
      directory: path.join(directory, 'gone'),
      mustExist: true,
    });
    await expect(gone.packument(grid)).rejects.toMatchObject({ code: 'REGISTRY_UNAVAILABLE', exitStatus: 3 });
    await expect(gone.names()).rejects.toMatchObject({ code: 'REGISTRY_UNAVAILABLE' });
    expect(existsSync(path.join(directory, 'gone'))).toBe(false);
  });

  it('that cannot be written says so', async () => {
    writeFileSync(path.join(directory, '@lab'), 'a file where a folder should be');
    await expect(publish('1.0.0', 'one')).rejects.toMatchObject({ code: 'NOT_WRITABLE', exitStatus: 3 });
  });

  it('takes every version of publishers that run at once', async () => {
    const children = Array.from({ length: 4 }, (_, at) =>
      spawn(
        process.execPath,
        [
          '--import',
          'tsx',
          path.join(import.meta.dirname, 'publish-many.ts'),
          directory,
          `1.${at}.0`,
          `1.${at}.1`,
          '2.0.0',
        ],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      ),
    );
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    const said = children.map(async (child) =>
      String((await once(child.stdout, 'data'))[0])
        .trim()
        .split(' '),
    );
    for (const child of children) child.stdin.write('go\n');
    const outcomes = await Promise.all(said);
    expect(outcomes.map(([first, second]) => `${first} ${second}`)).toEqual(
      Array(4).fill('published published'),
    );
    expect(outcomes.filter(([, , third]) => third === 'published')).toHaveLength(1);
    expect(Object.keys((await registry.packument(grid))?.versions ?? {}).sort()).toEqual([
      '1.0.0',
      '1.0.1',
      '1.1.0',
      '1.1.1',
      '1.2.0',
      '1.2.1',
      '1.3.0',
      '1.3.1',
      '2.0.0',
    ]);
    expect(readdirSync(inside()).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('a registry that lies is refused', () => {
  const packument = (change: (value: Record<string, unknown>) => void): void => {
    const value = JSON.parse(readFileSync(inside('packument.json'), 'utf8')) as Record<string, unknown>;
    change(value);
    writeFileSync(inside('packument.json'), JSON.stringify(value));
  };
  beforeEach(() => publish('1.0.0', 'one'));

  it('about the bytes of a tarball', async () => {
    writeFileSync(inside('1.0.0', 'toolkit.tgz'), 'two');
    await expect(registry.tarball(grid, version('1.0.0'))).rejects.toMatchObject({
      code: 'INTEGRITY_MISMATCH',
      exitStatus: 2,
    });
  });
  it('about a version whose tarball is gone', async () => {
    rmSync(inside('1.0.0', 'toolkit.tgz'));
    await expect(registry.tarball(grid, version('1.0.0'))).rejects.toMatchObject({ code: 'BAD_REGISTRY' });
  });
  it.each<[string, (value: Record<string, unknown>) => void]>([
    ['about the name', (value) => (value['name'] = 'grid')],
    ['with a version that is a path', (value) => (value['versions'] = { '../../x': {} })],
    ['with a tag that leads nowhere', (value) => (value['distTags'] = { latest: '3.0.0' })],
    ['with unknown keys', (value) => (value['extra'] = 1)],
    ['of an unknown format', (value) => (value['formatVersion'] = 2)],
  ])('%s', async (_what, change) => {
    packument(change);
    await expect(registry.packument(grid)).rejects.toMatchObject({ code: 'BAD_REGISTRY', exitStatus: 2 });
  });
  it('with a web page, or duplicate keys', async () => {
    for (const text of ['<!doctype html>', '{"formatVersion":1,"formatVersion":1}']) {
      writeFileSync(inside('packument.json'), text);
      await expect(registry.packument(grid)).rejects.toMatchObject({ code: 'BAD_REGISTRY' });
    }
  });
  it('and names that are no toolkit names are not listed', async () => {
    for (const name of ['.git', 'UPPER', 'empty']) mkdirSync(path.join(directory, name));
    writeFileSync(path.join(directory, 'README.md'), '');
    expect(await registry.names()).toEqual(['@lab/grid']);
  });
});
