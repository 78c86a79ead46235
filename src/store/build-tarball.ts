import { gzipSync } from 'fflate';
import { Pax } from 'tar/pax';
import { BLOCK_BYTES, writeHeader } from './tar-header.ts';
import { checkedTree, type TreeEntry } from './tree.ts';

/** Folder that holds a package inside its tarball, as npm lays it out. */
export const TARBALL_ROOT = 'package/';

/** A gzip tar archive of a tree. Equal trees give equal bytes, on every machine and at every time.
 * fflate compresses since the bytes of zlib differ between its builds.
 * @param root folder inside the archive that holds the tree, with its slash
 * @throws ToolbaseError BAD_ARCHIVE when the entries make no sound tree */
export function buildTarball(entries: readonly TreeEntry[], root = TARBALL_ROOT): Uint8Array {
  const blocks = checkedTree(entries, 'the package').flatMap((entry) => entryBlocks(entry, root));
  const tar = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
  const tarball = gzipSync(tar, { level: 9, mtime: 0 });
  tarball[9] = 255; // RFC 1952: unknown operating system
  return tarball;
}

function entryBlocks(entry: TreeEntry, root: string): Uint8Array[] {
  const path = root + entry.path;
  const { block, needsPax } = writeHeader({
    type: 'File',
    path,
    mode: entry.mode,
    sizeBytes: entry.bytes.length,
  });
  return [...(needsPax ? paxBlocks(path) : []), block, ...padded(entry.bytes)];
}

function paxBlocks(path: string): Uint8Array[] {
  const body = Buffer.from(new Pax({ path }).encodeBody());
  // The name is never used; a fixed one cannot collide with the length limits of the field.
  const fields = { type: 'ExtendedHeader', path: 'PaxHeader', mode: 0o644, sizeBytes: body.length } as const;
  return [writeHeader(fields).block, ...padded(body)];
}

const padded = (bytes: Uint8Array): Uint8Array[] => [
  bytes,
  Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
];
