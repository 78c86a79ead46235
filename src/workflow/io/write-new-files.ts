import { constants } from 'node:fs';
import { copyFile, lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { notWritable, makeFolder } from '../../kernel/io/index.ts';
import { type InitFile, planInit } from '../init.ts';

export type WrittenFiles = { readonly files: readonly string[]; readonly kept: readonly string[] };

/** Writes files into a folder, which is made when missing: all of them, or none. No file that is there is changed.
 * @param dir absolute
 * @throws ToolbaseError ALREADY_EXISTS naming the files in the way, NOT_WRITABLE */
export async function writeNewFiles(dir: string, files: readonly InitFile[]): Promise<WrittenFiles> {
  const present = new Set<string>();
  for (const file of files) if (await isThere(path.join(dir, file.path))) present.add(file.path);
  const plan = planInit(files, present);
  if (plan.inTheWay.length > 0) throw inTheWay(dir, plan.inTheWay);
  const made = await outerFolder(dir);
  try {
    await writeAll(dir, plan.write);
  } catch (cause) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    if (isSystemError(cause, 'EEXIST')) throw inTheWay(dir, ['a file that appeared meanwhile']);
    throw notWritable(dir, cause);
  }
  return { files: plan.write.map((file) => file.path), kept: plan.kept };
}

/** @throws ToolbaseError ALREADY_EXISTS when one of the paths is there */
export async function refuseInTheWay(dir: string, paths: readonly string[]): Promise<void> {
  const present: string[] = [];
  for (const each of paths) if (await isThere(path.join(dir, each))) present.push(each);
  if (present.length > 0) throw inTheWay(dir, present);
}

const inTheWay = (dir: string, files: readonly string[]): ToolbaseError =>
  new ToolbaseError('ALREADY_EXISTS', `${dir} already holds ${files.join(', ')}`, {
    hint: 'Nothing was written. Name another folder, or move what is there.',
  });

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENAMETOOLONG')) return false;
    if (isSystemError(cause, 'ENOTDIR'))
      throw new ToolbaseError('ALREADY_EXISTS', `${file} has a file for a folder above it`, { cause });
    throw notWritable(file, cause);
  }
}

/** @returns the outermost folder that had to be made */
async function outerFolder(dir: string): Promise<string | undefined> {
  try {
    return await makeFolder(dir);
  } catch (cause) {
    if (!isSystemError(cause, 'EEXIST', 'ENOTDIR')) throw notWritable(dir, cause);
    throw new ToolbaseError('ALREADY_EXISTS', `${dir} is not a folder`, {
      hint: 'Name a folder.',
      cause,
    });
  }
}

/** The files are complete beside their place before the first of them appears in it. */
async function writeAll(dir: string, files: readonly InitFile[]): Promise<void> {
  const stage = await mkdtemp(path.join(dir, '.toolbase-init-'));
  const made: string[] = [];
  try {
    for (const [index, { text }] of files.entries())
      await writeFile(path.join(stage, String(index)), text, { flag: 'wx' });
    for (const [index, { path: at }] of files.entries()) {
      const file = path.join(dir, at);
      const folder = await makeFolder(path.dirname(file));
      if (folder !== undefined) made.unshift(folder);
      // A file that appeared meanwhile is another's: it is neither replaced nor removed.
      await copyFile(path.join(stage, String(index)), file, constants.COPYFILE_EXCL);
      made.unshift(file);
    }
  } catch (cause) {
    for (const file of made) await rm(file, { recursive: true, force: true });
    throw cause;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
