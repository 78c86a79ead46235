import { ToolbaseError } from '../../kernel/index.ts';

const HINT =
  'No shell reads it: write one program and its arguments; quotes and backslashes work as in a shell.';

/** Splits a command line into words by the quoting rules of a POSIX shell, and by nothing else of it: no variable, no
 * pattern and no operator is understood. `${…}` stays as it is written.
 * @throws ToolbaseError USAGE for an open quote, and for what only a shell could do */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [text = ''] of line.matchAll(PART)) {
    const part = partOf(text, line);
    if (part === undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + part;
  }
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw new ToolbaseError('USAGE', 'the command is empty', { hint: HINT });
  return words;
}

/** White space, a quoted string, an escaped character, a placeholder, or one other character. */
const PART = /\s+|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\$\{[^}'"\s]*\}|[\s\S]/gsu;

/** What a part adds to a word; undefined for white space. */
function partOf(text: string, line: string): string | undefined {
  if (/^\s/.test(text)) return undefined;
  if (text.length > 1 && text.startsWith("'")) return text.slice(1, -1);
  if (text.length > 1 && text.startsWith('"')) return text.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  if (text.length > 1 && text.startsWith('\\')) return text.slice(1);
  if (text === "'" || text === '"') throw notPlain(line, `has a ${text} that is not closed`);
  if (text === '\\') throw notPlain(line, 'ends in a backslash');
  if (/[|&;<>()`\0]/.test(text) || text === '$')
    throw notPlain(line, `holds ${JSON.stringify(text)}, which only a shell would understand`);
  return text;
}

const notPlain = (line: string, what: string): ToolbaseError =>
  new ToolbaseError('USAGE', `the command ${JSON.stringify(line.slice(0, 200))} ${what}`, { hint: HINT });
