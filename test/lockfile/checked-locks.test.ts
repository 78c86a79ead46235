import { mkdtemp, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeLock } from '../../src/lockfile/index.ts';
import { openCheckedLocks, readLock } from '../../src/lockfile/io/index.ts';
import { sampleLock } from './sample-lock.ts';

const text = encodeLock(sampleLock());
const freshFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'toolbase-checked-'));

async function inFile(content: string): Promise<string> {
  const file = path.join(await freshFolder(), 'x.lock');
  await writeFile(file, content);
  return file;
}

describe('checked locks', () => {
  it('are remembered by their bytes and by the version that checked them', async () => {
    const folder = path.join(await freshFolder(), 'cache', 'checked-locks');
    const checked = openCheckedLocks(folder, '1.0.0');
    expect(checked.has(text)).toBe(false);
    await checked.add(text);
    await checked.add(text);
    expect(checked.has(text)).toBe(true);
    expect(checked.has(`${text} `)).toBe(false);
    expect(openCheckedLocks(folder, '1.0.1').has(text)).toBe(false);
  });

  it('are read as whole as at the first time, and one that was changed is refused', async () => {
    const checked = openCheckedLocks(await freshFolder(), '1.0.0');
    const file = await inFile(text);
    const first = await readLock(file, { checked });
    await expect.poll(() => checked.has(text)).toBe(true);
    expect(await readLock(file, { checked })).toEqual(first);
    await writeFile(file, text.replace('"formatVersion": 1', '"formatVersion":  1'));
    await expect(readLock(file, { checked })).rejects.toMatchObject({ code: 'LOCK_DAMAGED' });
  });

  it('are never those that were refused', async () => {
    const folder = await freshFolder();
    const file = await inFile(`${text} `);
    const checked = openCheckedLocks(folder, '1.0.0');
    for (let time = 0; time < 2; time += 1)
      await expect(readLock(file, { checked })).rejects.toMatchObject({ code: 'LOCK_DAMAGED' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('are checked again after a month', async () => {
    const folder = await freshFolder();
    const checked = openCheckedLocks(folder, '1.0.0');
    await checked.add(text);
    const [name] = await readdir(folder);
    const before = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    await utimes(path.join(folder, name ?? ''), before, before);
    await checked.add(`${text} `);
    expect(checked.has(text)).toBe(false);
    expect(checked.has(`${text} `)).toBe(true);
  });

  it('are those of a regular file alone, and need no folder that can be written', async () => {
    const folder = await freshFolder();
    const checked = openCheckedLocks(folder, '1.0.0');
    await checked.add(text);
    const [name = ''] = await readdir(folder);
    const elsewhere = await freshFolder();
    await symlink(path.join(folder, name), path.join(elsewhere, name));
    expect(openCheckedLocks(elsewhere, '1.0.0').has(text)).toBe(false);

    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const inAFile = openCheckedLocks(path.join(file, 'deeper'), '1.0.0');
    await inAFile.add(text);
    expect(inAFile.has(text)).toBe(false);
  });
});
