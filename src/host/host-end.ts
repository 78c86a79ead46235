import { ToolbaseError } from '../kernel/index.ts';
import { redactPaths } from './operation-failure.ts';

/** How a host's process ended. */
export type HostEnd =
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** The server ended it because of what it did. */
  | { readonly kind: 'violated'; readonly reason: string };

const TAIL_LINES = 5;

/** The error of a call whose host ended under it, with the last lines that the host printed.
 * @param logs newest last; hostile text */
export function hostFailed(
  toolkit: string,
  end: HostEnd,
  logs: readonly string[],
  workspace: string,
): ToolbaseError {
  const tail = logs
    .filter((line) => line.trim() !== '' && !/^\s+at |^Node\.js v\d/.test(line))
    .slice(-TAIL_LINES)
    .map((line) => redactPaths(line, workspace, 300));
  const said = tail.length === 0 ? '' : `; it last printed:\n${tail.join('\n')}`;
  return new ToolbaseError('HOST_FAILED', `the host of ${toolkit} ${wording(end)}${said}`, {
    hint: 'It starts again on the next call.',
  });
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
