// Invisible characters would let a text read otherwise than a compiler reads it (bidirectional overrides, zero width).
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The lines of a text for a comment, with invisible characters but tabs spelled out and nothing else changed. */
export const commentLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(HIDDEN, (character) => (character === '\t' ? character : `<U+${hex(character, 4)}>`))
        .trimEnd(),
    );

/** A string literal in double quotes. JSON's escapes mean the same in TypeScript and in Python.
 * @param escape spells a character that is better not written as it is */
export const stringLiteral = (text: string, escape: (codePoint: string) => string): string =>
  JSON.stringify(text).replace(HIDDEN, (character) => escape(hex(character, 1)));

const hex = (character: string, digits: number): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(digits, '0');

/** Words of a name in one: `grid__two_body.width` is GridTwoBodyWidth. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Gives each wanted type name once; who comes later gets `_2`, `_3`, … behind it.
 * Wanted names are of pascalCase and hold no `_`, so that no suffix meets a wanted name. */
export function uniqueNames(): (wanted: string) => string {
  const taken = new Map<string, number>();
  return (wanted) => {
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return count === 1 ? wanted : `${wanted}_${count}`;
  };
}
