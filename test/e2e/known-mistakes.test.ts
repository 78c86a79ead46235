import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWritableDirectory } from '../../src/registry/io/index.ts';
import { publish } from '../../src/workflow/io/index.ts';
import { sampleOperation } from '../lockfile/sample-manifest.ts';
import { buildTarball } from '../../src/store/index.ts';
import { file, packedToolkit } from '../workflow/packed-toolkit.ts';
import { goesTo, NOWHERE } from '../workflow/lab.ts';
import { type Ended, errorOf, freshFolder, listing, ROOT, toolbase } from './toolbase.ts';

// Mistakes that tools for loadouts, pins and installs are known to have made: none of them is made here.

let home: string;
beforeEach(async () => {
  home = await freshFolder();
});

/** Publishes toolkits, as `name@version`, each with the one operation Width. */
async function releases(...words: readonly string[]): Promise<void> {
  for (const word of words) {
    const [name = '', version = ''] = word.split('@');
    await release(name, version);
  }
}

async function release(name: string, version: string, extra: Record<string, unknown> = {}): Promise<void> {
  const directory = path.join(home, 'published');
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(home, 'packed.tgz'), packedToolkit(name, version, extra).tarball);
  const registry = openWritableDirectory({ name: 'lab', directory, mustExist: false });
  const pack = () => Promise.reject(new Error('not asked'));
  await publish(path.join(home, 'packed.tgz'), { ...goesTo(registry), pack, machine: NOWHERE });
}

const FROM_LAB = ['add', 'remove', 'update', 'outdated', 'explain', 'lock', 'install'];

const run = (...args: readonly string[]): Promise<Ended> =>
  toolbase(home, [
    ...args,
    ...(FROM_LAB.includes(args[0] ?? '') ? ['--registry', `lab=${path.join(home, 'published')}`] : []),
  ]);

const write = (name: string, text: string) => {
  writeFileSync(path.join(home, name), `formatVersion: 1\n${text}`);
};
const json = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8')) as object;
const read = (name: string) => readFileSync(path.join(home, name), 'utf8');
const locked = (name = 'loadout.lock'): Record<string, string> => {
  const { toolkits } = JSON.parse(read(name)) as { toolkits: Record<string, { version: string }> };
  return Object.fromEntries(Object.entries(toolkits).map(([key, { version }]) => [key, version]));
};
const operations = (name = 'loadout.lock'): string[] =>
  Object.keys((JSON.parse(read(name)) as { operations: object }).operations);
const good = async (...args: readonly string[]): Promise<string> => {
  const ended = await run(...args);
  expect(ended.status, ended.stderr).toBe(0);
  return ended.stdout;
};

describe('names and versions', () => {
  it('2.10 is above 2.9, a release above its candidates, and either can be published after the other', async () => {
    await releases('grid@2.9.0', 'grid@2.10.0-rc.1', 'grid@2.10.0', 'grid@2.10.0-rc.2');
    write('loadout.yaml', 'toolkits: {grid: "^2"}\n');
    await good('lock', 'loadout.yaml');
    expect(locked()).toEqual({ grid: '2.10.0' });
    write('loadout.yaml', 'toolkits: {grid: 2.10}\n');
    const ended = await run('lock', 'loadout.yaml', '--json');
    expect(errorOf(ended)).toMatchObject({
      code: 'BAD_LOADOUT',
      hint: 'Quote /toolkits/grid: YAML reads an unquoted 1.10 as the number 1.1.',
    });
  });

  it('a name that is a path is refused wherever a name may stand, and nothing is touched', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits: {}\n');
    write('outside.yaml', 'extends: /etc/base.yaml\ntoolkits: {}\n');
    const before = await listing(home);
    for (const args of [
      ['add', '../../Documents'],
      ['add', 'grid@../../x'],
      ['remove', '..'],
      ['update', '/etc'],
      ['lock', 'outside.yaml'],
    ])
      expect({ args, status: (await run(...args)).status }).toEqual({ args, status: 2 });
    expect(await listing(home)).toEqual(before);
  });

  it('a package whose name or version is a path is refused, and nothing is touched', async () => {
    mkdirSync(path.join(home, 'Documents'));
    writeFileSync(path.join(home, 'Documents/thesis.tex'), 'text');
    const sound = packedToolkit('grid', '1.0.0');
    for (const [name, version] of [
      ['../..', 'Documents'],
      ['grid', '../../Documents'],
      ['/etc', '1.0.0'],
    ]) {
      const entries = sound.entries.map((entry) =>
        entry.path.endsWith('.json')
          ? file(entry.path, JSON.stringify({ ...json(entry.bytes), name, version }))
          : entry,
      );
      writeFileSync(path.join(home, 'evil.tgz'), buildTarball(entries));
      const before = await listing(home);
      for (const args of [
        ['store', 'import', 'evil.tgz'],
        ['publish', 'evil.tgz'],
      ]) {
        const ended = await run(...args, '--json');
        expect([args, ended.status, errorOf(ended)?.code]).toEqual([args, 2, 'BAD_MANIFEST']);
      }
      expect(await listing(home)).toEqual(before);
    }
  });

  it('the version that is told is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await good('--version')).toMatch(`toolbase/${version} `);
  });

  it('of two operations of one name neither is dropped: the loadout is refused', async () => {
    await releases('grid@1.0.0', 'fit@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: {version: "1", as: ""}, fit: {version: "1", as: ""}}\n');
    const ended = await run('lock', 'loadout.yaml', '--json');
    expect(errorOf(ended)?.code).toBe('NAME_COLLISION');
    expect(readdirSync(home)).not.toContain('loadout.lock');
  });

  it('text in brackets is shown as it is written', async () => {
    await release('grid', '1.0.0', {
      operations: [sampleOperation('Width', { description: 'Width [GeV] of [bold]X[/bold].' })],
    });
    write('loadout.yaml', 'toolkits: {grid: "1"}\n');
    await good('lock', 'loadout.yaml');
    expect(await good('list', 'loadout.lock')).toContain('Width [GeV] of [bold]X[/bold].');
  });
});

describe('changing a loadout', () => {
  it('taking a toolkit out and in again gives the same loadout and the same lock', async () => {
    await releases('grid@1.0.0', 'fit@1.0.0');
    write('loadout.yaml', 'toolkits:\n  fit: "^1.0.0"\n  grid: "^1.0.0"\n');
    await good('lock', 'loadout.yaml');
    const before = [read('loadout.yaml'), read('loadout.lock')];
    await good('remove', 'grid');
    expect(operations()).toEqual(['fit__Width']);
    await good('add', 'grid');
    expect([read('loadout.yaml'), read('loadout.lock')]).toEqual(before);
  });

  it('a misspelt name changes nothing and does not succeed, nor does part of what was asked for', async () => {
    await releases('grid@1.0.0', 'fit@1.0.0');
    write('loadout.yaml', 'toolkits:\n  grid: "^1.0.0"\n');
    await good('lock', 'loadout.yaml');
    const before = [read('loadout.yaml'), read('loadout.lock')];
    for (const args of [
      ['add', 'fit', 'gird'],
      ['remove', 'gird'],
      ['remove', 'grid', 'fit'],
      ['update', 'gird'],
      ['explain', 'grid__Widht'],
    ]) {
      const ended = await run(...args);
      expect({ args, status: ended.status }).toEqual({ args, status: 2 });
      expect(ended.stderr).not.toMatch(/\n\s+at /);
    }
    for (const entry of ['{version: "1", operations: [width]}', '{version: "1", exclude: [X]}']) {
      write('typo.yaml', `toolkits: {grid: ${entry}}\n`);
      expect(errorOf(await run('lock', 'typo.yaml', '--json'))?.code).toBe('UNKNOWN_OPERATION');
    }
    expect([read('loadout.yaml'), read('loadout.lock')]).toEqual(before);
  });

  it('the file that is named is the one that is changed and read, from whatever folder', async () => {
    await releases('grid@1.0.0');
    for (const folder of ['one', 'two']) {
      mkdirSync(path.join(home, folder));
      write(`${folder}/loadout.yaml`, 'toolkits: {}\n');
    }
    const cwd = path.join(home, 'one');
    const from = ['--loadout', '../two/loadout.yaml', '--registry', `lab=${path.join(home, 'published')}`];
    const added = await toolbase(home, ['add', 'grid', ...from], { cwd });
    expect(added.stdout).toContain('grid ^1.0.0 added to ../two/loadout.yaml');
    expect(read('one/loadout.yaml')).toBe('formatVersion: 1\ntoolkits: {}\n');
    expect(readdirSync(cwd)).toEqual(['loadout.yaml']);
    expect(await toolbase(home, ['outdated', ...from], { cwd })).toMatchObject({ status: 0 });
  });

  it('what changes nothing says so, or is refused', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: "^1"}\n');
    await good('lock', 'loadout.yaml');
    expect(await good('update')).toContain('loadout.lock unchanged');
    expect(errorOf(await run('add', 'grid', '--json'))?.code).toBe('ALREADY_EXISTS');
  });

  it('another range keeps what else the entry says, and one that cannot be had keeps the lock', async () => {
    await releases('grid@1.0.0', 'grid@2.0.0');
    write('loadout.yaml', 'toolkits:\n  grid: {version: "^1", as: g, operations: [Width]} # ours\n');
    await good('lock', 'loadout.yaml');
    const before = read('loadout.lock');
    expect((await run('add', 'grid@^7')).status).toBe(2);
    expect(read('loadout.lock')).toBe(before);
    await good('add', 'grid@^2');
    expect(read('loadout.yaml')).toContain('  grid: {version: "^2", as: g, operations: [Width]} # ours\n');
    expect(locked()).toEqual({ grid: '2.0.0' });
  });
});

describe('loadouts that share toolkits', () => {
  it('one that names a toolkit of its base keeps the range there, and does not jump to the newest', async () => {
    await releases('grid@1.0.0', 'grid@2.0.0', 'fit@1.0.0');
    write('base.yaml', 'toolkits: {grid: "^1", fit: "1"}\n');
    write('loadout.yaml', 'extends: base.yaml\ntoolkits: {grid: {as: g}}\n');
    await good('lock', 'loadout.yaml');
    expect(locked()).toEqual({ fit: '1.0.0', grid: '1.0.0' });
    expect(operations()).toEqual(['fit__Width', 'g__Width']);
  });

  it('adding one toolkit moves no other, and installing moves and adds none', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits:\n  grid: "^1"\n');
    await good('lock', 'loadout.yaml');
    await releases('grid@1.1.0', 'fit@1.0.0');
    await good('add', 'fit');
    expect(locked()).toEqual({ fit: '1.0.0', grid: '1.0.0' });
    const before = [read('loadout.yaml'), read('loadout.lock')];
    await good('install', 'loadout.lock');
    expect([read('loadout.yaml'), read('loadout.lock')]).toEqual(before);
  });

  it('every command tells the same version of a locked toolkit', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits:\n  grid: "^1"\n');
    await good('lock', 'loadout.yaml');
    await releases('grid@1.1.0');
    expect(await good('install', 'loadout.lock')).toContain('grid 1.0.0 installed');
    for (const args of [
      ['list', 'loadout.lock'],
      ['verify', 'loadout.lock'],
      ['explain', 'grid__Width'],
    ])
      expect(await good(...args)).toContain('grid 1.0.0');
    const outdated = await run('outdated', '--json');
    expect(outdated.status).toBe(1);
    expect(JSON.parse(outdated.stdout)).toMatchObject({
      outdated: [{ name: 'grid', current: '1.0.0', wanted: '1.1.0' }],
    });
  });
});

describe('files', () => {
  it('a command that only looks writes nothing, not even a folder', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: "^1"}\n');
    await good('lock', 'loadout.yaml');
    const before = await listing(home);
    for (const args of [
      ['outdated'],
      ['explain', 'grid'],
      ['list', 'loadout.lock'],
      ['lock', 'loadout.yaml', '--check'],
      ['update', '--dry-run'],
    ])
      await good(...args);
    expect((await run('verify', 'loadout.lock')).status).toBe(3);
    expect(await listing(home)).toEqual(before);
  });

  it('folders called build, dist or venv are packed like any other, and nothing of this machine is', async () => {
    await good('init', 'my');
    const inside = ['build/a.csv', 'dist/b.csv', 'venv/c.csv', 'tools/build/d.csv'];
    const own = ['.toolbase/settings.yaml', '.env.local', 'id_rsa', 'node_modules/x/index.js', '.git/config'];
    for (const name of [...inside, ...own]) {
      mkdirSync(path.dirname(path.join(home, 'my', name)), { recursive: true });
      writeFileSync(path.join(home, 'my', name), 'x\n');
    }
    const manifest = path.join(home, 'my/package.json');
    const before = JSON.parse(readFileSync(manifest, 'utf8')) as object;
    writeFileSync(manifest, JSON.stringify({ ...before, files: ['build', 'dist', 'venv', 'tools'] }));
    const { files } = JSON.parse(await good('pack', 'my', '--dry-run', '--json')) as {
      files: readonly { path: string }[];
    };
    const packed = files.map((each) => each.path);
    expect(packed).toEqual(expect.arrayContaining(inside));
    expect(packed.filter((name) => own.includes(name))).toEqual([]);
  });

  it('several that lock at once leave one sound lock', async () => {
    await releases('grid@1.0.0', 'fit@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: "^1", fit: "^1"}\n');
    const ended = await Promise.all([1, 2, 3].map(() => run('lock', 'loadout.yaml')));
    expect(ended.map(({ status }) => status)).toEqual([0, 0, 0]);
    await good('lock', 'loadout.yaml', '--check');
    expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('a lock with merge-conflict markers is refused by every command but lock, which builds it again', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: "^1"}\n');
    await good('lock', 'loadout.yaml');
    const sound = read('loadout.lock');
    writeFileSync(path.join(home, 'loadout.lock'), `<<<<<<< HEAD\n${sound}=======\n${sound}>>>>>>> other\n`);
    for (const args of [
      ['install', 'loadout.lock'],
      ['verify', 'loadout.lock'],
      ['list', 'loadout.lock'],
      ['outdated'],
      ['explain', 'grid'],
      ['lock', 'loadout.yaml', '--check'],
    ]) {
      const ended = await run(...args, '--json');
      const said = { args, status: ended.status, code: errorOf(ended)?.code };
      expect(said).toEqual({ args, status: 2, code: 'LOCK_CONFLICT' });
    }
    const served = await toolbase(home, ['serve', 'loadout.lock']);
    expect(served.status).toBe(2);
    expect(served.stderr).toContain('LOCK_CONFLICT');
    await good('lock', 'loadout.yaml');
    expect(read('loadout.lock')).toBe(sound);
  });

  it('a loadout that was changed is not taken for its lock: the check and verify say so', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: "^1"}\n');
    await good('lock', 'loadout.yaml');
    await good('install', 'loadout.lock');
    write('loadout.yaml', 'toolkits: {grid: {version: "^1", as: g}}\n');
    const check = await run('lock', 'loadout.yaml', '--check', '--json');
    expect(check.status).toBe(1);
    expect(errorOf(check)?.message).toContain('operation g__Width added; operation grid__Width removed');
    const verified = await run('verify', 'loadout.lock');
    expect([verified.status, verified.stdout]).toEqual([
      1,
      expect.stringContaining('the loadout was changed since: run `toolbase lock loadout.yaml`\n'),
    ]);
  });

  it('a lock that exposes nothing says so when it is listed', async () => {
    await releases('grid@1.0.0');
    write('loadout.yaml', 'toolkits: {grid: {version: "^1", operations: []}}\n');
    await good('lock', 'loadout.yaml');
    expect(await good('list', 'loadout.lock')).toContain('no operation is exposed');
  });
});
