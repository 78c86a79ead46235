import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ordinalCompare, parseWith, ToolbaseError, ToolkitName } from '../../kernel/index.ts';
import { fillTemplate, type InitFile, type InitKind, folderToolkitName } from '../init.ts';
import { writeNewFiles } from './write-new-files.ts';

export type InitRequest = {
  readonly dir: string;
  readonly kind: InitKind;
  /** The toolkit's; default: from the folder's. */
  readonly name?: string | undefined;
  /** Folder of the program that holds one template a kind. */
  readonly templates: string;
};

export type InitResult = {
  readonly dir: string;
  readonly kind: InitKind | 'mcp';
  readonly name: string;
  /** Written, relative to `dir`. */
  readonly files: readonly string[];
  /** There already, and left as they were. */
  readonly kept: readonly string[];
};

/** Writes a new toolkit or loadout: all its files, or none. Nothing that is there is changed.
 * @throws ToolbaseError ALREADY_EXISTS naming the files in the way, BAD_NAME, NOT_WRITABLE, USAGE for a loadout that is
 * named by its file */
export async function init(request: InitRequest): Promise<InitResult> {
  const dir = path.resolve(request.dir);
  if (request.kind === 'loadout' && /\.ya?ml$/.test(request.dir))
    throw new ToolbaseError(
      'USAGE',
      `${request.dir} names a file, and the folder of the loadout is asked for`,
      {
        hint: 'Name the folder, such as `.`: it gets a loadout.yaml, which you may call otherwise.',
      },
    );
  const name = toolkitNameFor(dir, request.name);
  const files = await readTemplate(path.join(request.templates, request.kind));
  const written = await writeNewFiles(
    dir,
    files.map((file) => fillTemplate(file, name)),
  );
  return { dir, kind: request.kind, name, ...written };
}

/** @throws ToolbaseError BAD_NAME */
export function toolkitNameFor(dir: string, name: string | undefined): ToolkitName {
  const wanted = name ?? folderToolkitName(dir);
  return parseWith(ToolkitName, wanted, `the name ${JSON.stringify(wanted)}`, 'BAD_NAME');
}

async function readTemplate(folder: string): Promise<InitFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('__pycache__'))
    .sort(ordinalCompare);
  return Promise.all(
    paths.map(async (file) => ({
      path: file.split(path.sep).join('/'),
      text: await readFile(path.join(folder, file), 'utf8'),
    })),
  );
}
