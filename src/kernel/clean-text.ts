import { headOf } from './cut-text.ts';

/** Text of a host, a toolkit or a library, made safe for a terminal and for a model: no control, format (bidi,
 * zero-width, tag) or private-use characters but line feed and tab, and at most `maxChars` UTF-16 units. */
export function cleanText(text: string, maxChars: number): string {
  const clean = text
    .slice(0, maxChars * 4)
    .replace(ANSI_SEQUENCE, '')
    .replace(INVISIBLE, '');
  return clean.length <= maxChars ? clean : `${headOf(clean, maxChars - 2).trimEnd()} …`;
}

// ECMA-48 control sequences and operating-system commands, so that their printable tail goes with them.
const ANSI_SEQUENCE = new RegExp(
  String.raw`\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])`,
  'g',
);

const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;
