import { ToolbaseError } from './toolbase-error.ts';

/** Refuses a text in which a version control system left both sides of a conflict.
 * @throws ToolbaseError of the given code */
export function refuseMergeConflict(text: string, label: string, code: 'BAD_JSON' | 'BAD_YAML'): void {
  if (!/^<{7} /m.test(text) || !/^>{7} /m.test(text)) return;
  throw new ToolbaseError(code, `${label} holds merge-conflict markers`, {
    hint: 'Take one side or both, and take the lines with <<<<<<<, ======= and >>>>>>> out.',
  });
}
