import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTarball, readTarball } from '../../src/store/index.ts';
import { readSource } from '../../src/workflow/io/index.ts';
import { openToolkit } from '../../src/workflow/open-toolkit.ts';
import { publicAddress } from '../../src/workflow/public-address.ts';
import { withProvenance } from '../../src/workflow/provenance-record.ts';
import { file, packedToolkit } from './packed-toolkit.ts';

describe('the public address of a remote', () => {
  it.each<[string, string | undefined]>([
    ['https://git.example.org/lab/grid.git', 'https://git.example.org/lab/grid.git'],
    ['https://ann:tok_1@git.example.org/lab/grid?x=tok_2#tok_3', 'https://git.example.org/lab/grid'],
    ['git@git.example.org:lab/grid.git', 'ssh://git.example.org/lab/grid.git'],
    ['ann.smith@git.example.org:/srv/grid', 'ssh://git.example.org/srv/grid'],
    ['ssh://ann@git.example.org:2222/grid', 'ssh://git.example.org:2222/grid'],
    ['git.example.org:grid', 'ssh://git.example.org/grid'],
    ['/home/ann/grid', undefined],
    ['../grid', undefined],
    ['file:///home/ann/grid', undefined],
    ['C:\\Users\\ann\\grid', undefined],
    ['C:/Users/ann/grid', undefined],
    ['http://localhost:3000/grid', undefined],
    ['ext::sh -c evil', undefined],
    ['', undefined],
  ])('of %j is %j', (remote, address) => expect(publicAddress(remote)).toBe(address));
});

describe('a package', () => {
  const { entries } = packedToolkit('grid', '1.0.0');
  const builder = 'toolbase 1.2.3';

  it('carries a record of all its other files', () => {
    const { provenance } = openToolkit(buildTarball(withProvenance(entries, { builder })), 'x.tgz');
    expect(provenance).toMatchObject({ formatVersion: 1, builder });
    expect(provenance?.source).toBeUndefined();
    expect(Object.keys(provenance?.files ?? {}).sort()).toEqual(['host.mjs', 'package.json', 'toolkit.json']);
    // sha256 of "export const toolkit = 'grid 1.0.0';\n", by sha256sum.
    expect(provenance?.files['host.mjs']).toBe(
      'sha256:400721843d8ae4e5956078d0b5e242fc02ad8245579cc5d76cd3fa021c764840',
    );
  });

  it('with a record of other files is refused', () => {
    const lying = withProvenance(entries, { builder }).map((entry) =>
      entry.path === 'host.mjs' ? file('host.mjs', 'evil();\n') : entry,
    );
    expect(() => openToolkit(buildTarball(lying), 'x.tgz')).toThrow(
      expect.objectContaining({ code: 'BAD_MANIFEST' }),
    );
    const more = [...withProvenance(entries, { builder }), file('extra.mjs', '')];
    expect(() => openToolkit(buildTarball(more), 'x.tgz')).toThrow(
      expect.objectContaining({ code: 'BAD_MANIFEST' }),
    );
  });

  it('gives the same bytes from the same record', () => {
    const once = buildTarball(withProvenance(entries, { builder }));
    const twice = buildTarball(withProvenance(readTarball(once, 'x.tgz'), { builder }));
    expect(Buffer.compare(once, twice)).toBe(0);
  });
});

describe('git says of a toolkit', () => {
  let root: string;
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          HOME: root,
          GIT_CONFIG_GLOBAL: '/dev/null',
          GIT_CONFIG_NOSYSTEM: '1',
        },
      },
    ).trim();
  const folder = (): string => path.join(root, 'kits', 'grid');
  const source = (at = folder(), env: NodeJS.ProcessEnv = {}) =>
    readSource(at, { PATH: process.env['PATH'], HOME: root, ...env });

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolbase-source-')));
    mkdirSync(folder(), { recursive: true });
    writeFileSync(path.join(folder(), 'toolkit.yaml'), 'formatVersion: 1\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'One');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('its commit, repository and folder', async () => {
    git('remote', 'add', 'origin', 'https://ann:tok_1@git.example.org/lab/kits.git');
    expect(await source()).toEqual({
      repository: 'https://git.example.org/lab/kits.git',
      commit: git('rev-parse', 'HEAD'),
      dirty: false,
      directory: 'kits/grid',
    });
  });

  it('whether a file of its own was changed or added, not one beside it', async () => {
    writeFileSync(path.join(root, 'other.txt'), '');
    expect(await source()).toMatchObject({ dirty: false });
    writeFileSync(path.join(folder(), 'new.txt'), '');
    expect(await source()).toMatchObject({ dirty: true });
  });

  it('nothing of a repository on this machine only', async () => {
    git('remote', 'add', 'origin', path.join(root, 'elsewhere'));
    expect((await source())?.repository).toBeUndefined();
  });

  it('nothing of a folder that only lies inside a repository', async () => {
    const inside = path.join(root, 'kits', 'own');
    cpSync(folder(), inside, { recursive: true });
    expect(await source(inside)).toBeUndefined();
  });

  it('nothing without a repository, or without git', async () => {
    rmSync(path.join(root, '.git'), { recursive: true });
    expect(await source()).toBeUndefined();
    expect(await source(folder(), { PATH: root })).toBeUndefined();
  });
});
