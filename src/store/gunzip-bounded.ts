import { crc32, inflateRawSync } from 'node:zlib';
import { isSystemError, ToolbaseError } from '../kernel/index.ts';

const TRAILER_BYTES = 8;
const FIXED_HEADER_BYTES = 10;

/** Decompresses exactly one gzip member (RFC 1952) that fills `bytes`, into at most `maxBytes`.
 * Neither a second member nor any byte after the first is let pass: readers differ in what they make of them.
 * @throws ToolbaseError BAD_ARCHIVE */
export function gunzipBounded(bytes: Uint8Array, maxBytes: number, label: string): Buffer {
  const refuse = (why: string, cause?: unknown): never => {
    throw new ToolbaseError('BAD_ARCHIVE', `${label} ${why}`, cause === undefined ? {} : { cause });
  };
  const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = headerEnd(input) ?? refuse('is not a gzip archive');
  const { buffer, consumed } = inflate(input.subarray(start), maxBytes, refuse);
  const trailer = input.subarray(start + consumed);
  if (trailer.length < TRAILER_BYTES) refuse('is truncated');
  if (trailer.length > TRAILER_BYTES) refuse('has bytes after the end of the archive');
  if (trailer.readUInt32LE(0) !== crc32(buffer) || trailer.readUInt32LE(4) !== buffer.length % 2 ** 32)
    refuse('is damaged: its checksum differs');
  return buffer;
}

function inflate(
  deflated: Buffer,
  maxBytes: number,
  refuse: (why: string, cause?: unknown) => never,
): { buffer: Buffer; consumed: number } {
  try {
    const result: unknown = inflateRawSync(deflated, { maxOutputLength: maxBytes, info: true });
    // The type of the `info` form is missing from @types/node.
    const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
    return { buffer, consumed: engine.bytesWritten };
  } catch (cause) {
    if (isSystemError(cause, 'ERR_BUFFER_TOO_LARGE'))
      return refuse(`expands to more than ${maxBytes} bytes`, cause);
    if (isSystemError(cause, 'Z_BUF_ERROR')) return refuse('is truncated', cause);
    if (isSystemError(cause, 'Z_DATA_ERROR')) return refuse('is damaged', cause);
    throw cause;
  }
}

const FLAG = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const;

/** Offset of the compressed data, or undefined when there is no whole gzip header. */
function headerEnd(bytes: Buffer): number | undefined {
  const flags = bytes[3] ?? 0;
  if (bytes.length < FIXED_HEADER_BYTES || bytes.readUInt32BE(0) >>> 8 !== 0x1f8b08 || flags > 31)
    return undefined;
  let at = FIXED_HEADER_BYTES;
  if ((flags & FLAG.extra) !== 0) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0);
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if ((flags & FLAG.headerCrc) !== 0) at += 2;
  return at < bytes.length ? at : undefined;
}
