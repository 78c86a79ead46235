import { ToolbaseError } from '../kernel/index.ts';
import type { Summary } from '../report/index.ts';

/** A condition below the threshold; a mean of null: nothing was graded. */
export type Short = { condition: string; meanReach: number | null; threshold: number };

/** The number that `--fail-under` gives. @throws ToolbaseError USAGE */
export function thresholdOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new ToolbaseError('USAGE', `--fail-under ${text} is not a number in [0, 1]`);
}

/** The conditions, of those asked for or of all, whose mean reach is below the threshold.
 * @throws ToolbaseError USAGE for a condition that there is not */
export function shortOf(summary: Summary, threshold: number | undefined, only: readonly string[]): Short[] {
  const known = summary.conditions.map(({ name }) => name);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ToolbaseError('USAGE', `the campaign has no condition ${unknown}`, {
      hint: `It has ${known.join(', ')}.`,
    });
  if (threshold === undefined) return [];
  const judged = summary.conditions.filter(({ name }) => only.length === 0 || only.includes(name));
  return judged
    .map(({ name, graded }) => ({ condition: name, meanReach: graded.meanReach?.value ?? null, threshold }))
    .filter(({ meanReach }) => meanReach === null || meanReach < threshold);
}
