import { PackagePath } from '../kernel/index.ts';

const WINDOWS_DEVICE =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:\.|$)/i;
const MAX_PART_BYTES = 255;

/** What is wrong with a path inside a toolkit, in words, or undefined.
 * Sound paths mean the same file on every file system: relative, `/` between parts, NFC, nothing that Windows,
 * a terminal or a case-insensitive disk reads otherwise. */
export function pathFault(path: string): string | undefined {
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\\')) return 'has a backslash';
  if (path.includes('\ufffd') || /\p{Surrogate}/u.test(path)) return 'is not UTF-8';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path)) return 'has a control or invisible character';
  if (path.split('/').includes('..')) return 'leaves the toolkit by ".."';
  if (!PackagePath.safeParse(path).success) return 'is empty, too long, or has an empty or "." part';
  if (/[<>:"|?*]/.test(path)) return 'has a drive letter or one of < > : " | ? *';
  if (path !== path.normalize('NFC')) return 'is not in Unicode normal form C';
  return path
    .split('/')
    .map(partFault)
    .find((fault) => fault !== undefined);
}

function partFault(part: string): string | undefined {
  if (/[. ]$/.test(part)) return 'has a part that ends in a dot or a space';
  if (WINDOWS_DEVICE.test(part)) return 'has a part that is a device name on Windows';
  if (Buffer.byteLength(part) > MAX_PART_BYTES) return `has a part of more than ${MAX_PART_BYTES} bytes`;
  return undefined;
}

/** Equal for two paths that some file system takes for one: by case, or by Unicode compatibility. */
export const collisionKey = (path: string): string =>
  path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
