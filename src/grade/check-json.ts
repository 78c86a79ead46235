import type { Grading, JsonCheck } from '../benchmark/index.ts';
import { type Submission, documentOf } from './artifact-document.ts';
import { binary, type CheckOutcome, shown } from './check-outcome.ts';

/** The artifact is JSON of the declared shape. */
export function checkJson(check: JsonCheck, grading: Grading, submission: Submission): CheckOutcome {
  const expected = `JSON of the shape ${check.schema}`;
  const document = documentOf(submission, check.artifact);
  if (document.kind === 'fault')
    return binary(false, { reason: document.reason, read: null, expected, distances: [] });
  const fitsShape = grading.shapes.get(check.schema);
  if (fitsShape === undefined) throw new TypeError(`the rubric was not loaded with ${check.schema}`);
  const fault = fitsShape(document.value);
  return binary(fault === undefined, {
    reason: fault ?? `${check.artifact} has the shape`,
    read: shown(document.value),
    expected,
    distances: [],
  });
}
