import { gzipSync } from 'node:zlib';

/** One header as an attacker would write it; fields default to those of a sound file. */
export interface RawEntry {
  name: string;
  prefix?: string;
  body?: string | Buffer;
  type?: string;
  mode?: number;
  link?: string;
  /** Overrides the size field's text. */
  size?: string;
  magic?: string;
  checksum?: number;
}

/** Header block by the field table of POSIX.1-2017, pax, "ustar Interchange Format". */
export function rawEntry(entry: RawEntry): Buffer {
  const body = Buffer.from(entry.body ?? '');
  const block = Buffer.alloc(512);
  block.write(entry.name, 0, 100, 'latin1');
  block.write(`${(entry.mode ?? 0o644).toString(8).padStart(7, '0')}\0`, 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(entry.size ?? `${body.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write('00000000000\0', 136, 'latin1');
  block.write(entry.type ?? '0', 156, 'latin1');
  block.write(entry.link ?? '', 157, 100, 'latin1');
  block.write(entry.magic ?? 'ustar\x0000', 257, 'latin1');
  block.write(entry.prefix ?? '', 345, 155, 'latin1');
  block.write('        ', 148, 'latin1');
  const sum = entry.checksum ?? block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([block, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

/** Pax record by the same standard: `<length> <key>=<value>\n`, the length counting itself. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (`${length}${rest}`.length !== length + (rest.length - Buffer.byteLength(rest))) length += 1;
  return `${length}${rest}`;
}

export const END = Buffer.alloc(1024);

export const gzipped = (...blocks: Buffer[]): Buffer => gzipSync(Buffer.concat(blocks));

/** A whole archive of these entries. */
export const rawTarball = (...entries: RawEntry[]): Buffer => gzipped(...entries.map(rawEntry), END);
