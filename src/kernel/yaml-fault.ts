import type { LineCounter, YAMLError } from 'yaml';

const LINE_MAX_CHARS = 79;
const BEFORE_CHARS = 40;

/** What is wrong with a text and where, with the line that it is in. */
export function yamlFault(
  { code, message, pos }: Pick<YAMLError, 'code' | 'message' | 'pos'>,
  text: string,
  lines: LineCounter,
): string {
  const said = wordsOf(code, message.trim());
  const [at] = pos;
  if (at < 0) return said;
  const { line, col } = lines.linePos(at);
  const lineStart = at - (col - 1);
  const start = Math.max(lineStart, at - BEFORE_CHARS);
  const [shown = ''] = text.slice(start, start + LINE_MAX_CHARS).split(/[\r\n]/);
  const place = `${said} at line ${line}, column ${col}`;
  if (shown.trim() === '') return place;
  const cut = start > lineStart ? '…' : '';
  return `${place}:\n\n${cut}${shown}\n${' '.repeat(cut.length + at - start)}^${advice(said)}`;
}

/** The library's words, but for those that speak of its own calls. */
const wordsOf = (code: string, said: string): string =>
  code === 'MULTIPLE_DOCS' ? 'holds several documents; one is read' : said;

const advice = (said: string): string =>
  said.includes('Plain value cannot start with reserved character @')
    ? '\n  Put the name in quotes, such as "@lab/grid".'
    : '';
