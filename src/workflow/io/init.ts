import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, parseWith, ToolbaseError, ToolkitName } from '../../kernel/index.ts';
import { notWritable } from '../../kernel/io/index.ts';
import { type InitFile, initFiles, nearestToolkitName } from '../init.ts';

export type InitResult = {
  readonly dir: string;
  readonly name: string;
  readonly files: readonly string[];
};

/** Writes a new toolkit into a folder that is empty or does not exist: all its files, or none.
 * @param request.name the toolkit's; default: from the folder's
 * @throws ToolbaseError ALREADY_EXISTS, BAD_NAME, NOT_WRITABLE */
export async function init(request: { readonly dir: string; readonly name?: string }): Promise<InitResult> {
  const dir = path.resolve(request.dir);
  const wanted = request.name ?? nearestToolkitName(path.basename(dir));
  const name = parseWith(ToolkitName, wanted, `the name ${JSON.stringify(wanted)}`, 'BAD_NAME');
  const files = initFiles(name);
  const made = await makeEmpty(dir);
  try {
    await writeAll(dir, files);
  } catch (cause) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw notWritable(dir, cause);
  }
  return { dir, name, files: files.map((file) => file.path) };
}

/** @returns the outermost folder that had to be made */
async function makeEmpty(dir: string): Promise<string | undefined> {
  try {
    const made = await mkdir(dir, { recursive: true });
    if ((await readdir(dir)).length === 0) return made;
  } catch (cause) {
    if (!isSystemError(cause, 'EEXIST', 'ENOTDIR')) throw notWritable(dir, cause);
  }
  throw new ToolbaseError('ALREADY_EXISTS', `${dir} is not an empty folder`, {
    hint: 'Name a new folder for the toolkit.',
  });
}

/** The files are complete beside their place before the first of them appears in it. */
async function writeAll(dir: string, files: readonly InitFile[]): Promise<void> {
  const stage = await mkdtemp(path.join(dir, '.toolbase-init-'));
  const moved: string[] = [];
  try {
    for (const { path: at, text } of files) {
      const file = path.join(stage, at);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text, { flag: 'wx' });
    }
    for (const top of await readdir(stage)) {
      moved.push(path.join(dir, top));
      await rename(path.join(stage, top), path.join(dir, top));
    }
  } catch (cause) {
    for (const file of moved) await rm(file, { recursive: true, force: true });
    throw cause;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
