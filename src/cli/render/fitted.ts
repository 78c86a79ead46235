import { terminalWidth } from './terminal-width.ts';
import { wrapProse } from './wrap-lines.ts';

/** Prose as lines of the terminal, those after the first two deeper. */
export const fitted = (text: string): string => wrapProse(text, terminalWidth());
