import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ServeCommand } from '../harness/index.ts';

/** Folder of the installed program: the parent of `dist/` or of `src/`. */
export const PROGRAM_FOLDER = path.resolve(import.meta.dirname, '../..');

/** The registry that ships with the program. */
export const EMBEDDED_REGISTRY = path.join(PROGRAM_FOLDER, 'dist', 'embedded');

/** What `init` starts from: one folder a kind. */
export const TEMPLATES = path.join(PROGRAM_FOLDER, 'templates');

/** How to start this program as any user would; `serve` and its arguments follow. */
export const SERVE_COMMAND: ServeCommand = {
  command: process.execPath,
  args: [path.join(PROGRAM_FOLDER, 'bin', 'run.js')],
};

/** The program's own version. */
export async function programVersion(): Promise<string> {
  const text = await readFile(path.join(PROGRAM_FOLDER, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
