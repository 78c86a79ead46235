import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isSystemError } from '../../kernel/index.ts';
import type { TreeEntry } from '../../store/index.ts';

/** The bundle that serves an archive, and what it finds beside itself. */
const FILES = ['serve-archive.js', 'node-host.js'];

const PackageJson = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** The files of this program that serve a loadout archive without anything else of it, and its licence.
 * @param programFolder folder of its `package.json` and `dist` */
export async function programFiles(
  programFolder: string,
): Promise<{ program: TreeEntry[]; programLicence: string }> {
  const bundles = await Promise.all(
    FILES.map(async (name) => ({
      path: name,
      mode: 0o644 as const,
      bytes: await builtFile(path.join(programFolder, 'dist', name)),
    })),
  );
  const text = await readFile(path.join(programFolder, 'package.json'), 'utf8');
  const own = PackageJson.parse(JSON.parse(text));
  const packageJson = Buffer.from(`${JSON.stringify({ ...own, type: 'module' }, undefined, 2)}\n`);
  return {
    program: [...bundles, { path: 'package.json', mode: 0o644, bytes: packageJson }],
    programLicence: own.license,
  };
}

async function builtFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT'))
      throw new Error(`${file} is missing: the package was not built`, { cause });
    throw cause;
  }
}
