import { ToolbaseError } from '../kernel/index.ts';
import { cleanText } from './clean-text.ts';
import { redactPaths } from './operation-failure.ts';

/** How a host's process ended. */
export type HostEnd =
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** The server ended it because of what it did. */
  | { readonly kind: 'violated'; readonly reason: string };

const TAIL_LINES = 5;
const AUTHOR_TAIL_LINES = 12;

/** Of what starts hosts, for a program that is not there or may not be executed. */
const NOT_EXECUTED_STATUSES = [126, 127];

/** The error of a call whose host ended under it, with the last lines that the host printed.
 * @param logs newest last; hostile text */
export function hostFailed(
  toolkit: string,
  end: HostEnd,
  logs: readonly string[],
  workspace: string,
): ToolbaseError {
  const said = lastWords(logs, TAIL_LINES, (line) => redactPaths(line, workspace, 300));
  return new ToolbaseError('HOST_FAILED', `the host of ${toolkit} ${wording(end)}${said}`, {
    hint: 'It starts again on the next call.',
  });
}

/** The error of a host that ended before it had said what its toolkit offers. Whoever packs is its author, and is shown
 * the files of the toolkit by name and all other paths as they are.
 * @param where.folder of the toolkit's files, absolute   @param where.packing its author packs it: what its code does is the
 * toolkit's fault then, and not the machine's   @param logs newest last; hostile text */
export function describeFailed(
  toolkit: string,
  end: HostEnd,
  logs: readonly string[],
  { folder, packing }: { readonly folder: string; readonly packing: boolean },
): ToolbaseError {
  const inFolder = (line: string): string =>
    cleanText(line.replaceAll(`file://${folder}/`, '').replaceAll(`${folder}/`, ''), 300);
  const said = lastWords(logs, AUTHOR_TAIL_LINES, inFolder);
  const isFault =
    packing &&
    (end.kind === 'violated' || (end.kind === 'exited' && !NOT_EXECUTED_STATUSES.includes(end.status)));
  return new ToolbaseError(
    isFault ? 'BAD_MANIFEST' : 'HOST_FAILED',
    `the host of ${toolkit} ${wording(end)}${said}`,
    isFault
      ? { hint: 'It is started as it will be installed: with the packed files only, in an empty workspace.' }
      : {},
  );
}

function lastWords(logs: readonly string[], lines: number, told: (line: string) => string): string {
  const tail = logs
    .filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v\d/.test(line))
    .slice(-lines)
    .map(told);
  return tail.length === 0 ? '' : `; it last printed:\n${tail.join('\n')}`;
}

/** How a process ended, to go on from its name. */
export function wording(end: HostEnd): string {
  switch (end.kind) {
    case 'not-started':
      return `could not be started (${end.reason})`;
    case 'exited':
      return `ended with exit status ${end.status}`;
    case 'signalled':
      return `was ended by ${end.signal}`;
    case 'violated':
      return `was stopped: ${end.reason}`;
  }
}
