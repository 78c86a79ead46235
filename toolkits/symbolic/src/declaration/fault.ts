import { ToolbaseError } from 'toolbase/toolkit';

/** An input that does not fit: which field, what is wrong with it, what would fit. */
export const fault = (field: string, problem: string, fix: string): ToolbaseError =>
  new ToolbaseError('BAD_ARGUMENTS', `${field}: ${problem}`, { hint: fix });

/** An input that is sound but beyond what this version computes. */
export const unsupported = (field: string, problem: string, fix: string): ToolbaseError =>
  new ToolbaseError('UNSUPPORTED', `${field}: ${problem}`, { hint: fix });

/** A user's word as it is shown in a message: quoted, cut, without control characters. */
export const quoted = (word: string): string =>
  JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}...` : word);
