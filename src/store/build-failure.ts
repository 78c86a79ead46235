import { cleanText, ToolbaseError } from '../kernel/index.ts';
import type { BuildStep } from './build-plan.ts';

/** How a program that was run ended. */
export type StepEnd =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'timed-out'; readonly afterMs: number };

const TAIL_LINES = 12;
const LINE_CHARS = 300;

/** A line that an installer printed, safe for a terminal and without the passwords of index addresses. */
export const safeLine = (line: string): string =>
  cleanText(line, LINE_CHARS).replaceAll(/\/\/[^\s/@]+@/g, '//***@');

const BAD_HASH = /DO NOT MATCH THE HASHES|hash mismatch|EINTEGRITY/i;

/** The error of a step that did not succeed.
 * @param lines what it printed, newest last; hostile text */
export function buildFailure(
  label: string,
  step: BuildStep,
  end: StepEnd,
  lines: readonly string[],
): ToolbaseError {
  const tail = lines.map(safeLine).filter((line) => line.trim() !== '');
  const said = tail.length === 0 ? '' : `; it last printed:\n${tail.slice(-TAIL_LINES).join('\n')}`;
  if (tail.some((line) => BAD_HASH.test(line)))
    return new ToolbaseError('INTEGRITY_MISMATCH', `${label} has a package whose hash differs${said}`, {
      hint: 'Nothing was installed. The index serves other files than those that the toolkit was made with.',
    });
  return new ToolbaseError(
    'ENVIRONMENT_FAILED',
    `${label} could not be built: ${step.command} ${wording(end)}${said}`,
    {
      hint: 'Nothing was installed. Check that the package index can be reached and has the packages for this system.',
    },
  );
}

function wording(end: StepEnd): string {
  switch (end.kind) {
    case 'exited':
      return `ended with exit status ${end.status}`;
    case 'signalled':
      return `was ended by ${end.signal}`;
    case 'not-started':
      return `could not be started (${end.reason})`;
    case 'timed-out':
      return `did not end within ${Math.round(end.afterMs / 1000)} s`;
  }
}
