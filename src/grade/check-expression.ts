import { comparisonOptions, type ExpressionCheck, type Grading } from '../benchmark/index.ts';
import { compareExpressions, parseExpression } from '../expression/index.ts';
import { isToolbaseError, valueAt } from '../kernel/index.ts';
import { documentOf, type Submission } from './artifact-document.ts';
import { binary, type CheckOutcome, shown } from './check-outcome.ts';

/** A submitted formula against the reference formula, at the fixed points of the rubric. */
export function checkExpression(
  check: ExpressionCheck,
  grading: Grading,
  submission: Submission,
): CheckOutcome {
  const expected = valueAt(grading.reference, check.reference);
  if (typeof expected !== 'string')
    throw new TypeError(`the rubric was not audited: ${check.reference} is no text`);
  const document = documentOf(submission, check.artifact);
  const submitted = document.kind === 'json' ? valueAt(document.value, check.pointer) : undefined;
  const found = (passed: boolean, reason: string, deviation?: number): CheckOutcome =>
    binary(passed, {
      reason,
      read: shown(submitted),
      expected,
      distances:
        deviation === undefined ? [] : [{ quantity: 'largest relative deviation', value: deviation }],
    });
  if (document.kind === 'fault') return found(false, document.reason);
  if (submitted === undefined) return found(false, `${check.artifact} has nothing at ${check.pointer}`);
  if (typeof submitted !== 'string')
    return found(false, `${check.pointer} of ${check.artifact} is not a text`);
  const names = new Set(Object.keys(check.variables));
  const candidate = readFormula(submitted, names);
  if (typeof candidate === 'string') return found(false, candidate);
  const { equal, maxRelativeDeviation, pointsCompared } = compareExpressions(
    candidate,
    parseExpression(expected, { names }),
    comparisonOptions(check),
  );
  return found(
    equal,
    `${equal ? 'equal' : 'not equal'} at ${pointsCompared} points within ${check.relTol}`,
    maxRelativeDeviation,
  );
}

/** The formula, or what is wrong with it. */
function readFormula(text: string, names: ReadonlySet<string>): ReturnType<typeof parseExpression> | string {
  try {
    return parseExpression(text, { names });
  } catch (fault) {
    if (isToolbaseError(fault)) return fault.message;
    throw fault;
  }
}
