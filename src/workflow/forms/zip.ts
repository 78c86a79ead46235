import { type ZippableFile, zipSync } from 'fflate';
import { inOrder, type TreeEntry } from '../../store/index.ts';

/** Unix, in the field that says what wrote the archive. */
const UNIX = 3;

/** A zip archive of these files: the same files give the same bytes, on every machine and at every time. */
export function buildZip(entries: readonly TreeEntry[]): Uint8Array {
  // The format holds local time, so this is the same date in every time zone.
  const mtime = new Date(1980, 0, 1, 12);
  const files = inOrder(entries).map(({ path, mode, bytes }): [string, ZippableFile] => [
    path,
    [bytes, { mtime, os: UNIX, attrs: (0o100000 | mode) * 0x10000, level: 9 }],
  ]);
  return zipSync(Object.fromEntries(files));
}
