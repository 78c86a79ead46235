/** Breaks lines at words to at most `width` characters. What follows a break keeps the line's indentation and its mark
 * (`|`, `-` or `+`), so that every piece of a quoted text is marked as one; other lines are continued two deeper. */
export const wrapLines = (lines: readonly string[], width: number): string[] =>
  lines.flatMap((line) => wrapLine(line, width));

/** Prose broken at words to lines of at most `width` characters, those after the first two deeper than the text begins.
 * A longer word, such as a path or a digest, stays whole, so that it can be copied. */
export function wrapProse(text: string, width: number): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = indent;
  for (const word of text.trim().split(' ')) {
    const joined = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
    if (joined.length <= width || line.trim() === '') line = joined;
    else {
      lines.push(line.trimEnd());
      line = `${indent}  ${word}`;
    }
  }
  return [...lines, line].join('\n');
}

const TEXT_MIN = 16;

function wrapLine(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const [, indent = '', mark = ''] = /^( *)((?:[|+-] )?)/.exec(line) ?? [];
  const first = indent + mark;
  const next = mark === '' ? `${indent}  ` : first;
  const pieces = pieceText(line.slice(first.length), Math.max(TEXT_MIN, width - next.length));
  return pieces.map((piece, at) => `${at === 0 ? first : next}${piece}`);
}

function pieceText(text: string, width: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    let at = space > 0 ? space : width;
    // Not inside a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(rest.charAt(at - 1))) at -= 1;
    pieces.push(rest.slice(0, at));
    rest = space > 0 ? rest.slice(at + 1) : rest.slice(at);
  }
  return [...pieces, rest];
}
