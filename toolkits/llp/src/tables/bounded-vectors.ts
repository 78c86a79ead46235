import { ByteBuffer } from 'flatbuffers';

/** Runs a reading of Arrow metadata in which no vector may claim more elements than the metadata has bytes: the length in a damaged or
 * hostile file is four bytes of its choice, and the reader makes so many objects.
 * @throws RangeError for such a length   @param read what reads, in one turn of the event loop */
export function withBoundedVectors<T>(read: () => T): T {
  const prototype = ByteBuffer.prototype;
  const whole = Object.getOwnPropertyDescriptor(prototype, '__vector_len');
  if (whole === undefined) throw new TypeError('the reader of Arrow metadata has changed');
  Object.defineProperty(prototype, '__vector_len', { ...whole, value: boundedLength });
  try {
    return read();
  } finally {
    Object.defineProperty(prototype, '__vector_len', whole);
  }
}

function boundedLength(this: ByteBuffer, offset: number): number {
  const length = this.readInt32(offset + this.readInt32(offset));
  if (length < 0 || length > this.capacity()) throw new RangeError(`a vector of ${length} elements`);
  return length;
}
