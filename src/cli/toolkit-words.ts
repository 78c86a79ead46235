import { parseWith, ToolbaseError, ToolkitName } from '../kernel/index.ts';

/** Reads `<toolkit>[@<range>]`. @throws ToolbaseError BAD_NAME, USAGE */
export function toolkitAndRange(word: string): { name: ToolkitName; range?: string } {
  const [, name = word, range] = /^(@?[^@]*)(?:@(.*))?$/s.exec(word) ?? [];
  if (range === '')
    throw new ToolbaseError('USAGE', `${JSON.stringify(word)} ends in @`, {
      hint: 'Write a range after it, such as grid@^1.2, or leave it out.',
    });
  return { name: toolkitName(name), ...(range === undefined ? {} : { range }) };
}

/** @throws ToolbaseError BAD_NAME, USAGE for what is a file */
export function toolkitName(word: string): ToolkitName {
  if (/\.(ya?ml|lock)$/.test(word))
    throw new ToolbaseError('USAGE', `${word} is a file, and a toolkit is meant here`, {
      hint: `Name the loadout by --loadout ${word.replace(/\.lock$/, '.yaml')}.`,
    });
  return parseWith(ToolkitName, word, `the toolkit ${JSON.stringify(word)}`, 'BAD_NAME');
}
