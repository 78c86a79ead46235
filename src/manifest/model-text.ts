import { z } from 'zod';

/** Longest description a model is shown: clients cut longer ones without a word. */
export const DESCRIPTION_MAX = 1000;

// Invisible characters carry instructions past a human reviewer: escapes, tags, zero width, bidi, variation selectors.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const PLAIN = /^[\x20-\x7e\n\t]*$/;

/** Says why a text may not be shown to a model, or undefined when it may: NFC, no control characters but line feed
 * and tab, nothing invisible, at most `maxLength` UTF-16 code units. */
export function checkModelText(text: string, maxLength: number = DESCRIPTION_MAX): string | undefined {
  if (text.length > maxLength) return `is ${text.length} characters long; at most ${maxLength} are shown`;
  if (PLAIN.test(text)) return undefined;
  for (const match of text.matchAll(HIDDEN)) {
    if (match[0] === '\n' || match[0] === '\t') continue;
    const line = text.slice(0, match.index).split('\n').length;
    return `holds the invisible character ${codePoint(match[0])} in line ${line}${advice(match[0])}`;
  }
  if (text.normalize('NFC') !== text) return 'is not in Unicode normal form NFC';
  return undefined;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const advice = (character: string): string =>
  character === '\r' ? ' (save the file with LF line ends)' : '';

/** A string that may be shown to a model. */
export const modelText = (maxLength: number = DESCRIPTION_MAX) =>
  z.string().refine((text) => checkModelText(text, maxLength) === undefined, {
    error: ({ input }) => (typeof input === 'string' ? checkModelText(input, maxLength) : undefined),
  });

/** The same on one line: what stands in lists and reports beside lines of this program. */
export const modelLine = (maxLength: number) =>
  modelText(maxLength)
    .max(maxLength)
    .refine((text) => !/[\n\t]/.test(text), 'must be one line');
