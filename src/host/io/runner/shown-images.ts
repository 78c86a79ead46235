import { ToolbaseError } from '../../../kernel/index.ts';
import type { OperationContext } from '../../../manifest/index.ts';
import { imageOf, IMAGES_MAX } from '../../host-image.ts';

/** Together; well below the longest line of the host protocol, in base64. */
const IMAGES_MAX_BYTES = 16 * 1024 * 1024;

/** Collects the images that one call shows. */
export function collectImages(): {
  readonly add: OperationContext['showImage'];
  readonly inBase64: () => readonly string[];
} {
  const shown: string[] = [];
  let sizeBytes = 0;
  return {
    add: (bytes) => {
      if (!(bytes instanceof Uint8Array) || imageOf(bytes) === undefined)
        throw fault('the operation shows bytes that are no PNG, JPEG, GIF or WebP image');
      sizeBytes += bytes.length;
      if (shown.length === IMAGES_MAX) throw fault(`the operation shows more than ${IMAGES_MAX} images`);
      if (sizeBytes > IMAGES_MAX_BYTES)
        throw fault(`the operation shows images of more than ${IMAGES_MAX_BYTES} bytes together`);
      // A copy: the operation may go on to use its buffer.
      shown.push(Buffer.from(bytes).toString('base64'));
    },
    inBase64: () => shown,
  };
}

const fault = (message: string): ToolbaseError =>
  new ToolbaseError('BAD_RESULT', message, {
    hint: 'This is a fault of the toolkit, not of the arguments.',
  });
