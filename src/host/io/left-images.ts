import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ordinalCompare, ToolbaseError } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';
import { type HostImage, imageOf, IMAGES_MAX } from '../host-image.ts';

/** Together, as for hosts that stay. */
const IMAGES_MAX_BYTES = 16 * 1024 * 1024;

/** The images that a program left in a folder, in the order of their names; none where it made no folder. Links are passed
 * over: they may lead anywhere.
 * @throws ToolbaseError BAD_RESULT for files that are no images, too many or too large */
export async function leftImages(operation: string, folder: string): Promise<HostImage[]> {
  const names = await fileNames(folder);
  if (names.length > IMAGES_MAX) throw fault(operation, `more than ${IMAGES_MAX} images`);
  const images: HostImage[] = [];
  let roomBytes = IMAGES_MAX_BYTES;
  for (const name of names) {
    const image = imageOf(await bytesOf(operation, path.join(folder, name), roomBytes));
    if (image === undefined) throw fault(operation, 'a file that is no PNG, JPEG, GIF or WebP image');
    roomBytes -= image.bytes.length;
    images.push(image);
  }
  return images;
}

async function fileNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(ordinalCompare);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR')) return [];
    throw cause;
  }
}

async function bytesOf(operation: string, file: string, roomBytes: number): Promise<Buffer> {
  try {
    return await readBounded(file, roomBytes);
  } catch (cause) {
    if (!(cause instanceof ToolbaseError) || cause.code !== 'FILE_TOO_LARGE') throw cause;
    throw fault(operation, `images of more than ${IMAGES_MAX_BYTES} bytes together`);
  }
}

const fault = (operation: string, what: string): ToolbaseError =>
  new ToolbaseError('BAD_RESULT', `${operation} left ${what}`, {
    hint: 'This is a fault of the toolkit, not of the arguments.',
  });
