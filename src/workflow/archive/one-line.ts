import { cleanText } from '../../kernel/index.ts';

/** Text of a toolkit's author on one line of a generated file, which it cannot leave. */
export const oneLine = (text: string): string => cleanText(text.replaceAll(/\s+/g, ' '), 400).trim();
