import { z } from 'zod';
import { Digest, sha256 } from '../../kernel/index.ts';

/** Of what is kept of a text, in UTF-16 code units. */
export const REMOVED_MAX = 1_000_000;

/** One change of a text, kept so that it can be taken back to the byte. */
export const Splice = z.strictObject({
  /** Of the text after the change: while it still has this digest, the change can be undone. */
  after: Digest,
  /** In UTF-16 code units. */
  offset: z.number().int().nonnegative(),
  insertedLength: z.number().int().nonnegative(),
  removed: z.string().max(REMOVED_MAX),
});
export type Splice = z.output<typeof Splice>;

/** The smallest single replacement that makes `after` of `before`. */
export function spliceOf(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return {
    after: sha256(after),
    offset: head,
    insertedLength: after.length - head - tail,
    removed: before.slice(head, before.length - tail),
  };
}

/** The text before the change, or undefined when the text was changed since. */
export function undoSplice(text: string, splice: Splice): string | undefined {
  if (sha256(text) !== splice.after) return undefined;
  return text.slice(0, splice.offset) + splice.removed + text.slice(splice.offset + splice.insertedLength);
}
