import { spliceOf } from './splice.ts';

/** The change of a text as a person reviews it: the lines that are added, and how many characters go. The text around it, which
 * may hold the user's tokens, is not quoted.
 * @param before undefined when the file is new   @param after undefined when the file goes */
export function shownChange(file: string, before: string | undefined, after: string | undefined): string {
  if (after === undefined) return `--- ${file} (removed: attach had made it)\n`;
  const { offset, insertedLength, removed } = spliceOf(before ?? '', after);
  const line = after.slice(0, offset).split('\n').length;
  const added = after.slice(offset, offset + insertedLength).replace(/^\n|\n$/g, '');
  return [
    `--- ${before === undefined ? `${file} (new)` : `${file}, from line ${line}`}`,
    ...(removed.trim() === '' ? [] : [`- (${removed.length} characters)`]),
    ...(added === '' ? [] : added.split('\n').map((text) => `+ ${text}`)),
    '',
  ].join('\n');
}
