import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  isSystemError,
  isToolbaseError,
  parseStrictJson,
  parseWith,
  ToolbaseError,
} from '../../../kernel/index.ts';
import { readTextBounded } from '../../../kernel/io/index.ts';
import type { RunInstaller } from '../../../store/io/index.ts';
import { type PinnedServer, SERVER_FOLDER } from '../../wrap/pinned-server.ts';
import { bundleToolkit } from '../bundle-toolkit.ts';
import { pinNpmServer } from './pin-npm-server.ts';

const PACKAGE_JSON_MAX_BYTES = 1024 * 1024;
const NameAndVersion = z.looseObject({ name: z.string(), version: z.string() });

/** A JavaScript file: one of an installed npm package is pinned as that package, in its version; any other is bundled,
 * with what it imports, into one file of the toolkit.
 * @param file absolute   @throws ToolbaseError NOT_FOUND, ENVIRONMENT_FAILED, EXTERNAL_MISSING, BAD_MANIFEST, UNSUPPORTED */
export async function pinNodeFile(file: string, run: RunInstaller): Promise<PinnedServer> {
  const real = await realFile(file);
  const installed = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.+)$/.exec(real);
  if (installed === null) return bundled(real);
  const [, folder = '', name = '', inside = ''] = installed;
  const text = await readTextBounded(path.join(folder, 'package.json'), PACKAGE_JSON_MAX_BYTES);
  const label = `${folder}/package.json`;
  const { version } = parseWith(NameAndVersion, parseStrictJson(text, label), label, 'BAD_MANIFEST');
  return pinNpmServer({ package: name, range: version, program: undefined, file: inside }, run);
}

async function realFile(file: string): Promise<string> {
  // As Node does, which takes `server` for `server.js`.
  for (const candidate of [file, `${file}.js`])
    try {
      return await realpath(candidate);
    } catch (cause) {
      if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause;
    }
  throw new ToolbaseError('NOT_FOUND', `${file} does not exist`);
}

async function bundled(file: string): Promise<PinnedServer> {
  const folder = await packageFolder(path.dirname(file));
  const { bytes, warnings } = await bundleToolkit(folder, path.relative(folder, file));
  return {
    origin: `file ${path.basename(file)}`,
    files: [{ path: 'server/server.mjs', text: Buffer.from(bytes).toString('utf8') }],
    command: 'node',
    args: [`${SERVER_FOLDER}/server.mjs`],
    notes: [
      `server/server.mjs holds ${path.basename(file)} and all that it imports, as they are now`,
      ...warnings.map(({ where, reason }) => `${where} ${reason}`),
    ],
  };
}

/** The nearest folder above with a package.json, else the folder itself. */
async function packageFolder(start: string): Promise<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    try {
      await readTextBounded(path.join(folder, 'package.json'), PACKAGE_JSON_MAX_BYTES);
      return folder;
    } catch (cause) {
      if (!isToolbaseError(cause) || cause.code !== 'NOT_FOUND') throw cause;
    }
    if (folder === path.dirname(folder)) return start;
  }
}
