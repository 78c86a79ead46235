import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ordinalCompare, ToolbaseError } from '../../../kernel/index.ts';
import { readTextBounded } from '../../../kernel/io/index.ts';
import type { InitFile } from '../../init.ts';
import { pythonImports } from '../../wrap/python-imports.ts';

const FILES_MAX = 200;
const FILE_MAX_BYTES = 1024 * 1024;

export type PythonSources = {
  /** The file and the modules beside it that it imports, also through each other; paths below `server/`. */
  readonly files: readonly InitFile[];
  /** Top-level modules that are not among them. */
  readonly others: readonly string[];
};

/** Gathers a Python program from its file. @param file absolute   @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE */
export async function pythonSources(file: string): Promise<PythonSources> {
  const folder = path.dirname(file);
  const texts = new Map<string, string>();
  const others = new Set<string>();
  const open = [path.basename(file)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (texts.has(next)) continue;
    if (texts.size >= FILES_MAX)
      throw new ToolbaseError('FILE_TOO_LARGE', `${file} imports more than ${FILES_MAX} files beside it`, {
        hint: 'Publish it as a package, or copy what it needs by hand.',
      });
    const text = await readTextBounded(path.join(folder, next), FILE_MAX_BYTES);
    texts.set(next, text);
    for (const module of pythonImports(text)) {
      const own = await moduleFiles(folder, module);
      if (own.length === 0) others.add(module);
      open.push(...own);
    }
  }
  const files = [...texts]
    .sort(([a], [b]) => ordinalCompare(a, b))
    .map(([at, text]) => ({ path: `server/${at}`, text }));
  return { files, others: [...others].sort(ordinalCompare) };
}

/** Files of a module that lies in the folder: `x.py`, or all of the package `x/`. */
async function moduleFiles(folder: string, module: string): Promise<string[]> {
  if (await isThere(path.join(folder, `${module}.py`), 'file')) return [`${module}.py`];
  if (!(await isThere(path.join(folder, module), 'folder'))) return [];
  const entries = await readdir(path.join(folder, module), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

async function isThere(place: string, kind: 'file' | 'folder'): Promise<boolean> {
  try {
    const found = await stat(place);
    return kind === 'file' ? found.isFile() : found.isDirectory();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) return false;
    throw cause;
  }
}
