import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../src/kernel/index.ts';
import { openStore } from '../../src/store/io/index.ts';
import { treeDigest, type TreeEntry } from '../../src/store/index.ts';
import { sampleTree } from './sample-tree.ts';

const tree = sampleTree(20);
const digest = treeDigest(tree);
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'toolbase-store-'));
});
afterEach(async () => {
  const store = openStore(dir);
  for (const each of await store.list()) await store.remove(each);
  rmSync(dir, { recursive: true, force: true });
});

const treesOf = (): string[] => readdirSync(path.join(dir, 'v1', 'trees')).sort();

describe('a store', () => {
  it('that does not exist is empty', async () => {
    const store = openStore(path.join(dir, 'none'));
    expect(await store.list()).toEqual([]);
    expect(await store.has(digest)).toBe(false);
    await expect(store.verify(digest)).rejects.toMatchObject({ code: 'NOT_INSTALLED', exitStatus: 3 });
    expect(existsSync(path.join(dir, 'none'))).toBe(false);
  });

  it('keeps a tree under the digest of its contents', async () => {
    const store = openStore(dir);
    expect(await store.put(tree, digest)).toBe('added');
    expect(await store.put(tree, digest)).toBe('present');
    expect(store.pathOf(digest)).toBe(path.join(dir, 'v1', 'trees', digest.slice(7)));
    expect(readFileSync(path.join(store.pathOf(digest), 'data/part-3/file-3.txt'), 'utf8')).toBe(
      'contents of file 3\n'.repeat(3),
    );
    expect(await store.list()).toEqual([digest]);
    await store.verify(digest);
  });

  it('makes files and folders read-only, whatever the umask', async () => {
    const store = openStore(dir);
    const before = process.umask(0o177);
    try {
      mkdirSync(path.join(dir, 'v1', 'trees'), { recursive: true, mode: 0o700 });
      for (const each of ['v1', 'v1/trees']) chmodSync(path.join(dir, each), 0o700);
      mkdirSync(path.join(dir, 'v1', 'listings'));
      chmodSync(path.join(dir, 'v1/listings'), 0o700);
      await store.put(tree, digest);
    } finally {
      process.umask(before);
    }
    const modeOf = (file: string) =>
      (lstatSync(path.join(store.pathOf(digest), file)).mode & 0o777).toString(8);
    expect(['.', 'bin', 'bin/run', 'data/part-3', 'data/part-3/file-3.txt'].map(modeOf)).toEqual([
      '555',
      '555',
      '555',
      '555',
      '444',
    ]);
    await store.verify(digest);
  });

  it('refuses entries that are not the expected tree, and keeps nothing of them', async () => {
    const store = openStore(dir);
    const other = sha256('something else');
    await expect(store.put(tree, other)).rejects.toMatchObject({ code: 'INTEGRITY_MISMATCH', exitStatus: 2 });
    const unsound: TreeEntry[] = [{ path: '../../x', mode: 0o644, bytes: Buffer.from('') }];
    await expect(store.put(unsound, treeDigest(unsound))).rejects.toMatchObject({ code: 'BAD_ARCHIVE' });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('removes a tree though its folders are read-only', async () => {
    const store = openStore(dir);
    await store.put(tree, digest);
    await store.remove(digest);
    expect(treesOf()).toEqual([]);
    await store.remove(digest);
  });

  it('that cannot be written says so', async () => {
    writeFileSync(path.join(dir, 'v1'), 'a file where the store should be');
    await expect(openStore(dir).put(tree, digest)).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      exitStatus: 3,
    });
  });
});

describe('a change in the store is found and named', () => {
  const inside = (file: string) => path.join(dir, 'v1', 'trees', digest.slice(7), file);
  const change = async (damage: () => void): Promise<string> => {
    const store = openStore(dir);
    await store.put(tree, digest);
    for (const folder of ['', 'bin', 'data', 'data/part-3']) chmodSync(inside(folder), 0o755);
    damage();
    const fault: unknown = await store.verify(digest).catch((caught: unknown) => caught);
    expect(fault).toMatchObject({ code: 'STORE_CHANGED', exitStatus: 1 });
    return (fault as Error).message.replace(/^.*installed/, '');
  };
  const file = 'data/part-3/file-3.txt';

  it('one byte', async () => {
    const said = await change(() => {
      chmodSync(inside(file), 0o644);
      writeFileSync(inside(file), 'Contents of file 3\n'.repeat(3));
    });
    expect(said).toBe(`: ${file} (changed)`);
  });
  it('a missing file', async () =>
    expect(await change(() => rmSync(inside(file)))).toBe(`: ${file} (missing)`));
  it('an added file', async () =>
    expect(await change(() => writeFileSync(inside('evil.js'), ''))).toBe(': evil.js (added)'));
  it('a renamed file', async () =>
    expect(await change(() => renameSync(inside(file), inside('data/b')))).toBe(
      `: data/b (added), ${file} (missing)`,
    ));
  it('a file made executable', async () =>
    expect(await change(() => chmodSync(inside(file), 0o755))).toBe(`: ${file} (changed)`));
  it('a file replaced by a link to an equal file', async () => {
    const said = await change(() => {
      renameSync(inside(file), path.join(dir, 'copy'));
      symlinkSync(path.join(dir, 'copy'), inside(file));
    });
    expect(said).toBe(`: ${file} (changed)`);
  });
  it('a folder replaced by a link to an equal folder', async () => {
    const said = await change(() => {
      renameSync(inside('data/part-3'), path.join(dir, 'copy'));
      symlinkSync(path.join(dir, 'copy'), inside('data/part-3'));
    });
    expect(said).toContain('data/part-3 (added), data/part-3/file-10.txt (missing)');
  });
  it('a file whose name forges a line of the listing', async () => {
    const pair = ['a', 'b'].map((name): TreeEntry => ({ path: name, mode: 0o644, bytes: Buffer.from(name) }));
    const store = openStore(dir);
    await store.put(pair, treeDigest(pair));
    const folder = store.pathOf(treeDigest(pair));
    chmodSync(folder, 0o755);
    rmSync(path.join(folder, 'b'));
    renameSync(path.join(folder, 'a'), path.join(folder, `a\n644 ${sha256('b').slice(7)} b`));
    await expect(store.verify(treeDigest(pair))).rejects.toMatchObject({ code: 'STORE_CHANGED' });
  });
  it('also when the listing was removed or forged, but then without naming the file', async () => {
    for (const damage of [
      () => rmSync(path.join(dir, 'v1/listings'), { recursive: true }),
      () => writeFileSync(path.join(dir, 'v1/listings', digest.slice(7)), 'toolbase-tree-v1\n'),
    ]) {
      const said = await change(() => {
        rmSync(inside(file));
        damage();
      });
      expect(said).toBe('');
      await openStore(dir).remove(digest);
    }
  });
});

describe('processes that share a store', () => {
  const start = async (script: string): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, script), dir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };

  it('race to put one tree: one adds it, the others find it present', async () => {
    const children = await Promise.all(Array.from({ length: 8 }, () => start('put-once.ts')));
    const endings = children.map(async (child) => {
      const [said] = (await once(child.stdout!, 'data')) as [Buffer];
      return said.toString().trim();
    });
    for (const child of children) child.stdin!.write('go\n');
    const said = await Promise.all(endings);
    expect(said.filter((ending) => ending === 'added')).toHaveLength(1);
    expect(said.filter((ending) => ending === 'present')).toHaveLength(7);
    const expected = treeDigest(sampleTree(60));
    expect(treesOf()).toEqual([expected.slice(7)]);
    await openStore(dir).verify(expected);
  });

  it('killed at any point, leave no half-written tree, and the next one works', async () => {
    const expected: Digest = treeDigest(sampleTree(60));
    for (let round = 0; round < 6; round += 1) {
      const child = await start('put-forever.ts');
      await new Promise((resolve) => setTimeout(resolve, 7 + 41 * round));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const store = openStore(dir);
      for (const each of await store.list()) await store.verify(each);
      expect(await store.put(sampleTree(60), expected)).toMatch(/added|present/);
      await store.verify(expected);
    }
  });

  it('leave temporary folders that a later one removes once they are old', async () => {
    const store = openStore(dir);
    await store.put(tree, digest);
    const temp = (name: string) => path.join(dir, 'v1', 'trees', name);
    for (const name of ['.temp-old', '.temp-new']) {
      mkdirSync(path.join(temp(name), 'sub'), { recursive: true });
      writeFileSync(path.join(temp(name), 'sub', 'f'), 'x');
      chmodSync(path.join(temp(name), 'sub'), 0o555);
    }
    const old = new Date(Date.now() - 25 * 3600 * 1000);
    utimesSync(temp('.temp-old'), old, old);
    await store.remove(digest);
    await store.put(tree, digest);
    expect(treesOf()).toEqual(['.temp-new', digest.slice(7)]);
  });
});
