import { diffWordsWithSpace } from 'diff';
import { visibleText } from './visible-text.ts';

/** Beyond this many changed words a text is shown whole on both sides. */
const EDITS_MAX = 400;

/** Share of the later text that must have stayed for a diff by words to be readable. */
const KEPT_MIN = 0.4;

/** Unchanged text is shown up to this many characters on either side of a change. */
const CONTEXT = 60;

/** How a text changed, as lines with a mark: by words (`| old [-gone-]{+new+} text`), or whole (`- ` before, `+ ` after)
 * when little stayed. Everything that changed is shown; of what did not, the surroundings. The text is hostile: it may
 * hold the marks itself, or lines that look like ours. */
export function textDiffLines(before: string | undefined, after: string | undefined): string[] {
  const words = isEmpty(before) || isEmpty(after) ? undefined : wordDiff(before, after);
  if (words !== undefined) return words.split('\n').map((line) => `| ${line}`);
  return [...wholeText('- ', before), ...wholeText('+ ', after)];
}

/** A whole text, each line marked. */
export const wholeText = (mark: '- ' | '+ ', text: string | undefined): string[] =>
  isEmpty(text)
    ? []
    : visibleText(text)
        .split('\n')
        .map((line) => `${mark}${line}`);

const isEmpty = (text: string | undefined): text is undefined | '' => text === undefined || text === '';

function wordDiff(before: string, after: string): string | undefined {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX });
  if (parts === undefined) return undefined;
  const kept = parts.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (kept < KEPT_MIN * Math.min(before.length, after.length)) return undefined;
  return parts
    .map(({ added, removed, value }, at) => {
      if (removed) return `[-${changed(value)}-]`;
      if (added) return `{+${changed(value)}+}`;
      return context(plain(value), at > 0, at < parts.length - 1);
    })
    .join('');
}

/** A text that holds our marks would make a change look like its end, or like unchanged words. */
const plain = (text: string): string =>
  visibleText(text).replaceAll(/\[-|-\]|\{\+|\+\}/g, ([first = '', second = '']) => `${first}\\${second}`);

const changed = (text: string): string => plain(text).replaceAll('\n', '<LF>\n');

function context(text: string, afterChange: boolean, beforeChange: boolean): string {
  const head = afterChange ? CONTEXT : 0;
  const tail = beforeChange ? CONTEXT : 0;
  if (text.length <= head + tail + 20) return text;
  return `${head === 0 ? '' : `${text.slice(0, head)} `}... ${tail === 0 ? '' : text.slice(-tail)}`.replaceAll(
    LONE_SURROGATE,
    '',
  );
}

const LONE_SURROGATE = /\p{Surrogate}/gu;
