import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { atomicWrite, readBounded, readTextBounded } from '../../../src/kernel/io/index.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'toolbase-kernel-'));
});

describe('atomicWrite', () => {
  it('writes through missing folders and leaves no temporary file', async () => {
    const file = path.join(dir, 'a/b/c.txt');
    expect(await atomicWrite(file, 'hello')).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('hello');
    expect(await readdir(path.dirname(file))).toEqual(['c.txt']);
  });

  it('does not touch a file that has the bytes already', async () => {
    const file = path.join(dir, 'c.txt');
    await atomicWrite(file, 'same');
    const before = await stat(file);
    expect(await atomicWrite(file, 'same')).toBe(false);
    expect((await stat(file)).ino).toBe(before.ino);
  });

  it('keeps the old bytes and says which file when it cannot write', async () => {
    const blocker = path.join(dir, 'file');
    await writeFile(blocker, 'old');
    await expect(atomicWrite(path.join(blocker, 'under'), 'new')).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
    });
    expect(await readFile(blocker, 'utf8')).toBe('old');
  });

  it('leaves either the old or the new bytes when many write at once', async () => {
    const file = path.join(dir, 'race.txt');
    const contents = Array.from({ length: 20 }, (_, i) => String(i).repeat(10_000));
    await Promise.all(contents.map((content) => atomicWrite(file, content)));
    expect(contents).toContain(await readFile(file, 'utf8'));
    expect(await readdir(dir)).toEqual(['race.txt']);
  });
});

describe('readBounded', () => {
  it('refuses a larger file', async () => {
    const file = path.join(dir, 'big');
    await writeFile(file, Buffer.alloc(101));
    await expect(readBounded(file, 100)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('does not hang on a FIFO', async () => {
    const fifo = path.join(dir, 'fifo');
    execFileSync('mkfifo', [fifo]);
    await expect(readBounded(fifo, 100)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says which file is missing', async () => {
    await expect(readBounded(path.join(dir, 'nope'), 100)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses bytes that are not UTF-8 where text is wanted', async () => {
    const file = path.join(dir, 'latin1');
    await writeFile(file, Buffer.from([0xe9, 0x20]));
    await chmod(file, 0o644);
    await expect(readTextBounded(file, 100)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
