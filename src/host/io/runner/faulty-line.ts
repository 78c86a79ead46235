import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { cleanText } from '../../../kernel/index.ts';

const SHOWN_CHARS = 160;

/** The line of a bundled module at which an error was thrown, and which of the toolkit's files it is from: the bundler
 * writes the file's name in a comment above each. Undefined when the error does not tell.
 * @param bundle absolute path of the module */
export async function faultyLine(thrown: unknown, bundle: string): Promise<string | undefined> {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const [, after = ''] = stack.split(pathToFileURL(bundle).href, 2);
  const number = Number(/^:(\d{1,7})\b/.exec(after)?.[1]);
  if (!Number.isInteger(number)) return undefined;
  const lines = (await readFile(bundle, 'utf8')).split('\n').slice(0, number);
  const file = lines.findLast((line) => /^\/\/ \S+\.[cm]?[jt]sx?$/.test(line))?.slice(3);
  const text = lines.at(-1)?.trim() ?? '';
  return cleanText(file === undefined ? text : `${file}: ${text}`, SHOWN_CHARS);
}
