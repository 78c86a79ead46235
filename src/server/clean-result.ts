import { type Json, pointerOf } from '../kernel/index.ts';

/** What no text needs and a terminal obeys: the control characters (Cc) but for those that part lines and columns. */
const CONTROL = /(?![\t\n\v\f\r])\p{Cc}/gu;

export interface CleanResult {
  readonly value: Json;
  /** Control characters that were replaced by U+FFFD. */
  readonly replaced: number;
  /** JSON pointer of the first text that held one. */
  readonly firstAt?: string;
}

/** A result without control characters in its texts. A value without any is returned as it is. */
export function cleanResult(value: Json): CleanResult {
  let replaced = 0;
  let firstAt: string | undefined;
  const cleanText = (text: string, path: readonly (string | number)[]): string =>
    text.replace(CONTROL, () => {
      replaced += 1;
      firstAt ??= pointerOf([...path]);
      return '\ufffd';
    });
  const clean = (node: Json, path: readonly (string | number)[]): Json => {
    if (typeof node === 'string') return cleanText(node, path);
    if (typeof node !== 'object' || node === null) return node;
    if (isList(node)) return node.map((item, at) => clean(item, [...path, at]));
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => [
        cleanText(key, path),
        clean(member ?? null, [...path, key]),
      ]),
    );
  };
  if (!mayHold(value)) return { value, replaced };
  const cleaned = clean(value, []);
  return firstAt === undefined ? { value, replaced } : { value: cleaned, replaced, firstAt };
}

/** JSON writes C0 as escapes. Costs one pass; the walk is for the few that need it. */
const mayHold = (value: Json): boolean => /\\u00[01]|\\b|[\x7f-\x9f]/.test(JSON.stringify(value));

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const cleanedWords = ({ replaced, firstAt }: CleanResult): string | undefined =>
  firstAt === undefined
    ? undefined
    : `note: ${replaced} control character${replaced === 1 ? '' : 's'} in the result, the first in ${firstAt === '' ? 'the text' : firstAt}, ${replaced === 1 ? 'was' : 'were'} replaced by U+FFFD`;
