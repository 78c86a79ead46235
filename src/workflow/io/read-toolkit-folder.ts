import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import {
  isSystemError,
  ordinalCompare,
  parseStrictJson,
  parseStrictYaml,
  parseWith,
  ToolbaseError,
} from '../../kernel/index.ts';
import { readBounded, readTextBounded } from '../../kernel/io/index.ts';
import { PackageJson, ToolkitSource } from '../../manifest/index.ts';
import { TARBALL_LIMITS, type TreeEntry } from '../../store/index.ts';
import { type FoundFile, selectFiles, SKIPPED_FOLDERS } from '../pack-selection.ts';
import { packedPackageJson } from '../packed-package-json.ts';
import { neededPaths, pinnedEnvironments, textEntry, type ToolkitFolder } from '../plan-package.ts';

const MAX_FORMAT_BYTES = 1024 * 1024;

/** A toolkit's folder, and its place: an absolute path without links. */
export type ReadFolder = ToolkitFolder & {
  readonly folder: string;
  /** Selected, but never packed. */
  readonly leftOut: readonly string[];
};

/** Reads `package.json`, `toolkit.yaml` and the files that go into the package.
 * @throws ToolbaseError NOT_FOUND, BAD_MANIFEST, BAD_JSON, BAD_YAML, FILE_TOO_LARGE */
export async function readToolkitFolder(dir: string): Promise<ReadFolder> {
  const folder = await existingFolder(dir);
  const packageJson = parseWith(
    PackageJson,
    parseStrictJson(await readFormat(folder, 'package.json'), 'package.json'),
    'package.json',
    'BAD_MANIFEST',
  );
  const source = parseWith(
    ToolkitSource,
    parseStrictYaml(await readFormat(folder, 'toolkit.yaml'), 'toolkit.yaml'),
    'toolkit.yaml',
    'BAD_MANIFEST',
  );
  const { files, leftOut } = selectFiles(await walk(folder), packageJson.files ?? [], neededPaths(source));
  const entries = [
    ...(await readFiles(folder, files)).filter((entry) => entry.path !== 'package.json'),
    textEntry('package.json', packedPackageJson(packageJson, source.summary)),
  ];
  const environments = pinnedEnvironments(source, entries);
  return { folder, packageJson, source, files: entries, environments, leftOut };
}

const FOLDER = 'A toolkit is a folder with package.json and toolkit.yaml; `toolbase init <dir>` writes both.';

async function existingFolder(dir: string): Promise<string> {
  try {
    const folder = await realpath(dir);
    if ((await lstat(folder)).isDirectory()) return folder;
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `${dir} is no folder that can be read`, { hint: FOLDER, cause });
  }
  throw new ToolbaseError('NOT_FOUND', `${dir} is a file, and the folder of a toolkit is needed`, {
    hint: FOLDER,
  });
}

async function readFormat(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  try {
    // A link would be packed under a name that means something else.
    if ((await lstat(file)).isSymbolicLink())
      throw new ToolbaseError('BAD_MANIFEST', `${name} is a symbolic link; a toolkit holds the file itself`);
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
    throw new ToolbaseError('NOT_FOUND', `${file} does not exist`, {
      hint: FOLDER,
      cause,
    });
  }
  return readTextBounded(file, MAX_FORMAT_BYTES);
}

async function walk(folder: string, below = ''): Promise<FoundFile[]> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true });
  const found: FoundFile[] = [];
  for (const entry of entries.sort((a, b) => ordinalCompare(a.name, b.name))) {
    const at = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.includes(entry.name)) found.push(...(await walk(folder, at)));
      continue;
    }
    const { mode, size } = await lstat(path.join(folder, at));
    const kind = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other';
    found.push({ path: at, kind, executable: (mode & 0o100) !== 0, sizeBytes: size });
  }
  return found;
}

async function readFiles(folder: string, files: readonly FoundFile[]): Promise<TreeEntry[]> {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > TARBALL_LIMITS.maxTotalBytes || files.length > TARBALL_LIMITS.maxEntries)
    throw new ToolbaseError(
      'FILE_TOO_LARGE',
      `the package would hold ${files.length} files of ${total} bytes; at most ${TARBALL_LIMITS.maxEntries} files of ${TARBALL_LIMITS.maxTotalBytes} bytes can be installed`,
    );
  const entries: TreeEntry[] = [];
  for (const { path: at, executable } of files)
    entries.push({
      path: at,
      mode: executable ? 0o755 : 0o644,
      bytes: await readBounded(path.join(folder, at), TARBALL_LIMITS.maxTotalBytes),
    });
  return entries;
}
