import { ToolbaseError } from '../../kernel/index.ts';
import type { Attachable, ServerLaunch } from './attachable.ts';

/** Refuses paths that a harness would read as a variable or as a file to put in: the server would be started with others, and
 * what is put in could be a secret. Most harnesses have no way to write such a path.
 * @throws ToolbaseError USAGE */
export function refuseExpanded(
  { title, expands }: Pick<Attachable, 'title' | 'expands'>,
  launch: ServerLaunch,
): void {
  const words = [launch.command, ...launch.args, ...Object.values(launch.variables)];
  const word = expands === undefined ? undefined : words.find((each) => expands.test(each));
  if (word === undefined) return;
  throw new ToolbaseError(
    'USAGE',
    `${title} would put something else in the place of ${JSON.stringify(expands?.exec(word)?.[0])} in ${word}`,
    { hint: 'Move it to a folder whose name has no $ and no braces.' },
  );
}
