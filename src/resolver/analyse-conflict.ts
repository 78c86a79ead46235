import type { Candidates, Choices } from './candidates.ts';
import { type Incompatibility, resolvent } from './incompatibility.ts';
import type { Assignment, PartialSolution } from './partial-solution.ts';

export interface Lesson {
  /** Without terms: nothing fits. */
  readonly learned: Incompatibility;
  /** The level to go back to. It tells something new there: all but one of its terms hold. They do so at lower levels
   * too, but what was decided between them and here need not be decided again (chronological backtracking, Nadel and
   * Ryvchin 2018). */
  readonly level: number;
}

/** From an incompatibility whose terms all hold, what to remember and how far to go back: the conflict analysis of
 * PubGrub (Weizenbaum 2018), which is that of clause-learning SAT solvers over sets of choices. */
export function analyseConflict(conflict: Incompatibility, solution: PartialSolution): Lesson {
  let learned = conflict;
  for (;;) {
    const { satisfier, previousLevel } = lastStep(learned, solution);
    if (satisfier === undefined) return { learned, level: 0 };
    if (satisfier.cause === undefined || previousLevel < satisfier.level)
      return { learned, level: satisfier.level - 1 };
    learned = resolvent(learned, satisfier.cause, satisfier.toolkit);
  }
}

/** The step that made the last term hold, and the level at which, but for that step, all would have held. */
function lastStep(
  conflict: Incompatibility,
  solution: PartialSolution,
): { satisfier: Assignment | undefined; previousLevel: number } {
  let satisfier: Assignment | undefined;
  let previousLevel = 0;
  for (const { toolkit, choices } of conflict.terms.values()) {
    const step = firstWithin(solution, toolkit, choices);
    if (step === undefined) continue;
    const [earlier, later] =
      satisfier === undefined || step.index > satisfier.index ? [satisfier, step] : [step, satisfier];
    previousLevel = Math.max(previousLevel, earlier?.level ?? 0);
    satisfier = later;
  }
  if (satisfier === undefined) return { satisfier, previousLevel };
  const { toolkit, literal } = satisfier;
  const rest = literal & ~(conflict.terms.get(toolkit.name)?.choices ?? 0n);
  // The step alone may not make its term hold; then earlier steps on the same toolkit helped.
  const helper = rest === 0n ? undefined : firstWithin(solution, toolkit, toolkit.all & ~rest);
  return { satisfier, previousLevel: Math.max(previousLevel, helper?.level ?? 0) };
}

const firstWithin = (
  solution: PartialSolution,
  toolkit: Candidates,
  choices: Choices,
): Assignment | undefined => solution.stepsOf(toolkit).find(({ allowed }) => (allowed & ~choices) === 0n);
