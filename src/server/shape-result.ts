import { type Json, ToolbaseError } from '../kernel/index.ts';
import { INLINE_RESULT_MAX_BYTES } from '../manifest/index.ts';
import type { JsonObject } from './schema-checker.ts';

/** A result as a client gets it: inline, or in a file with a summary. `text` is the compact JSON. */
export type ShapedResult =
  | { readonly kind: 'inline'; readonly structured: JsonObject; readonly text: string }
  | {
      readonly kind: 'spill';
      readonly structured: JsonObject;
      readonly text: string;
      readonly sizeBytes: number;
    };

/** Decides how a result is answered. A value that is no object is answered as `{result: value}`, since clients of the
 * handshake era take nothing else.
 * @param maxResultBytes what the operation declared
 * @throws ToolbaseError BAD_RESULT when the result is larger than declared */
export function shapeResult(name: string, value: Json, maxResultBytes: number | undefined): ShapedResult {
  const structured = isObject(value) ? value : { result: value };
  const text = JSON.stringify(structured);
  const sizeBytes = Buffer.byteLength(text);
  if (maxResultBytes !== undefined && sizeBytes > maxResultBytes)
    throw new ToolbaseError(
      'BAD_RESULT',
      `the result of ${name} is ${sizeBytes} bytes; the toolkit declares at most ${maxResultBytes}`,
      { hint: 'This is a fault of the toolkit; asking for less at once may help.' },
    );
  return sizeBytes > INLINE_RESULT_MAX_BYTES
    ? { kind: 'spill', structured, text, sizeBytes }
    : { kind: 'inline', structured, text };
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
