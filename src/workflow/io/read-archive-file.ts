import path from 'node:path';
import { ToolbaseError } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';

const KINDS: Readonly<Record<string, string>> = {
  '.yaml': 'a YAML file',
  '.yml': 'a YAML file',
  '.lock': 'a lockfile',
  '.json': 'a JSON file',
};

/** Reads a gzip archive that somebody named. Another file is told by what it seems to be.
 * @param wanted.what is needed, as "a packed toolkit"   @param wanted.hint where to get one
 * @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE, BAD_ARCHIVE */
export async function readArchiveFile(
  file: string,
  maxBytes: number,
  wanted: { readonly what: string; readonly hint: string },
): Promise<Buffer> {
  const bytes = await readBounded(file, maxBytes);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return bytes;
  const kind = KINDS[path.extname(file)] ?? 'no gzip archive';
  throw new ToolbaseError('BAD_ARCHIVE', `${file} is ${kind}, and ${wanted.what} is needed`, {
    hint: wanted.hint,
  });
}

/** What `pack` writes. */
export const PACKED_TOOLKIT = {
  what: 'a packed toolkit (.tgz) or a toolkit folder',
  hint: 'Name what `toolbase pack` wrote, or the folder with the toolkit.yaml.',
};
