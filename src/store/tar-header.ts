import { Header } from 'tar/header';
import { ToolbaseError } from '../kernel/index.ts';

export const BLOCK_BYTES = 512;

/** What one header block says. `next` is the offset of the following header. */
export interface EntryHeader {
  readonly type: 'file' | 'folder' | 'pax';
  readonly path: string;
  readonly executable: boolean;
  readonly sizeBytes: number;
  readonly block: Buffer;
}

const KINDS: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a FIFO',
  '7': 'a contiguous file',
  g: 'a global pax header',
  K: 'a GNU long link',
  L: 'a GNU long name',
  S: 'a sparse file',
};

/** Reads one ustar header block, as strictly as it can be read in one way only.
 * @throws ToolbaseError BAD_ARCHIVE naming the entry */
export function readHeader(block: Buffer, label: string): EntryHeader {
  const header = parsed(block, label);
  const path = header.path ?? '';
  const refuse = (why: string): never => {
    throw new ToolbaseError('BAD_ARCHIVE', `${label}: entry ${JSON.stringify(path)} ${why}`);
  };
  if (block.toString('latin1', 257, 265) !== 'ustar\u000000') refuse('has no POSIX ustar header');
  if (!header.cksumValid) refuse('has a damaged header');
  const type = typeOf(block) ?? refuse(`is ${KINDS[typeFlag(block)] ?? 'of an unknown kind'}`);
  const sizeBytes = octal(block, 124, 12) ?? refuse('has no plain size');
  const mode = octal(block, 100, 8) ?? refuse('has no plain mode');
  if (mode > 0o777) refuse('has a setuid, setgid or sticky bit');
  if (type === 'folder' && sizeBytes > 0) refuse('is a folder with contents');
  if (type === 'file' && path.endsWith('/')) refuse('is a file named like a folder');
  return { type, path, executable: (mode & 0o100) !== 0, sizeBytes, block };
}

/** The library throws on numbers in base 256 that no integer of JavaScript can hold. */
function parsed(block: Buffer, label: string): Header {
  try {
    return new Header(block);
  } catch (cause) {
    throw new ToolbaseError('BAD_ARCHIVE', `${label} has a header that cannot be read`, { cause });
  }
}

const typeFlag = (block: Buffer): string => block.toString('latin1', 156, 157);

function typeOf(block: Buffer): EntryHeader['type'] | undefined {
  switch (typeFlag(block)) {
    case '0':
    case '\0':
      return 'file';
    case '5':
      return 'folder';
    case 'x':
      return 'pax';
    default:
      return undefined;
  }
}

/** An octal field. Base-256 numbers and trailing text are refused: readers differ in what they make of them. */
function octal(block: Buffer, offset: number, length: number): number | undefined {
  const text = /^ *([0-7]+)[ \0]+$/.exec(block.toString('latin1', offset, offset + length))?.[1];
  return text === undefined ? undefined : Number.parseInt(text, 8);
}

/** A header block with time, owner and mode normalised, so that equal trees give equal bytes.
 * @returns the block, and whether a pax header must carry the whole path before it */
export function writeHeader(fields: {
  type: 'File' | 'ExtendedHeader';
  path: string;
  mode: number;
  sizeBytes: number;
}): { block: Buffer; needsPax: boolean } {
  const header = new Header({
    path: fields.path,
    mode: fields.mode,
    uid: 0,
    gid: 0,
    size: fields.sizeBytes,
    mtime: new Date(0),
    type: fields.type,
  });
  const block = Buffer.alloc(BLOCK_BYTES);
  const needsPax = header.encode(block);
  return { block, needsPax };
}

/** Whether a header's own name and prefix are what a writer that follows with a pax `path` puts there. */
export function standsFor(header: EntryHeader, path: string): boolean {
  const { block } = writeHeader({ type: 'File', path, mode: 0o644, sizeBytes: 0 });
  return [
    [0, 100],
    [345, 500],
  ].every(([from, to]) => block.subarray(from, to).equals(header.block.subarray(from, to)));
}
