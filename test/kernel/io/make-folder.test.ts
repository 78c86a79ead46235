import { mkdtemp, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { atomicWrite, makeFolder } from '../../../src/kernel/io/index.ts';

describe('makeFolder', () => {
  it('makes what is missing and tells the topmost folder made', async () => {
    const base = await mkdtemp(path.join(os.tmpdir(), 'make-folder-'));
    expect(await makeFolder(path.join(base, 'a', 'b', 'c'))).toBe(path.join(base, 'a'));
    expect(await makeFolder(path.join(base, 'a', 'b', 'c'))).toBeUndefined();
    expect(await makeFolder(path.join(base, 'a', 'x'), 0o700)).toBe(path.join(base, 'a', 'x'));
    expect((await stat(path.join(base, 'a', 'x'))).mode & 0o777).toBe(0o700);
    expect(await makeFolder('/')).toBeUndefined();
  });

  it('lets several make the same folder at once', async () => {
    const base = await mkdtemp(path.join(os.tmpdir(), 'make-folder-'));
    const target = path.join(base, 'a', 'b', 'c', 'd');
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(target)));
    expect((await stat(target)).isDirectory()).toBe(true);
  });

  it('takes a link to a folder, and refuses a file in the way', async () => {
    const base = await mkdtemp(path.join(os.tmpdir(), 'make-folder-'));
    await symlink(base, path.join(base, 'link'));
    expect(await makeFolder(path.join(base, 'link'))).toBeUndefined();
    await writeFile(path.join(base, 'file'), '');
    await expect(makeFolder(path.join(base, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(path.join(base, 'file', 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  // A mkdir in /proc answers ENOENT, at which Node's own recursive mkdir begins again for ever.
  it.runIf(process.platform === 'linux')('ends where the system makes no folders', async () => {
    await expect(makeFolder('/proc/no-such/a/b')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(atomicWrite('/proc/no-such/a', 'x')).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
  });
});
