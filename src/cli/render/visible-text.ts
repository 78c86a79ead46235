/** A text as a reviewer must see it: characters that a terminal does not show, or obeys (bidirectional overrides, zero
 * widths, escapes), are spelled out. Line feeds stay. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (character) => `<U+${hex(character.codePointAt(0) ?? 0)}>`);

/** What a command prints: the same, but tabs stay. Titles, ranges, reasons and paths in it are anybody's. */
export const terminalText = (text: string): string =>
  text
    .split('\t')
    .map((part) => visibleText(part))
    .join('\t');

/** JSON text of the same value, in which a terminal has nothing to obey. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(HIDDEN, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );

const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const hex = (codePoint: number): string => codePoint.toString(16).toUpperCase().padStart(4, '0');

/** A JSON value on one line; `nothing` for what is absent. */
export const visibleValue = (value: unknown): string =>
  value === undefined ? 'nothing' : visibleText(JSON.stringify(value));
