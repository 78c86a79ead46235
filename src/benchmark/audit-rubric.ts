import { compareExpressions, parseExpression } from '../expression/index.ts';
import { isToolbaseError, type Json, valueAt } from '../kernel/index.ts';
import type { Artifact } from './benchmark-source.ts';
import { type Check, comparisonOptions, type ExpressionCheck } from './check-definition.ts';
import type { Rubric } from './rubric.ts';

/** What a rubric is audited against. */
export type AuditContext = {
  readonly artifacts: readonly Artifact[];
  readonly reference: Json;
};

/** Everything that would make a rubric misgrade, one line each: a check that reads what is not kept, or compares with
 * what is not there. Empty for a sound rubric. */
export const auditRubric = (rubric: Rubric, context: AuditContext): string[] =>
  rubric.stages.flatMap((stage) =>
    stage.checks.flatMap((check) =>
      [...artifactFaults(check, context), ...comparisonFaults(check, context)].map(
        (fault) => `check ${stage.id}/${check.id} ${fault}`,
      ),
    ),
  );

function artifactFaults(check: Check, { artifacts }: AuditContext): string[] {
  return artifacts.some((artifact) => artifact.path === check.artifact)
    ? []
    : [`reads ${check.artifact}, which is not among the task's artifacts`];
}

function comparisonFaults(check: Check, context: AuditContext): string[] {
  switch (check.kind) {
    case 'json':
      return [];
    case 'number': {
      const value = valueAt(context.reference, check.reference);
      return typeof value === 'number' && Number.isFinite(value) && value !== 0
        ? []
        : [`compares with ${check.reference} of the reference, which is not a finite number other than 0`];
    }
    case 'expression':
      return formulaFaults(check, valueAt(context.reference, check.reference));
  }
}

function formulaFaults(check: ExpressionCheck, text: Json | undefined): string[] {
  if (typeof text !== 'string')
    return [`compares with ${check.reference} of the reference, which is not a text`];
  try {
    const reference = parseExpression(text, { names: new Set(Object.keys(check.variables)) });
    return compareExpressions(reference, reference, comparisonOptions(check)).equal
      ? []
      : [`compares with ${check.reference} of the reference, which has no value at most of the points`];
  } catch (fault) {
    if (!isToolbaseError(fault)) throw fault;
    return [`compares with ${check.reference} of the reference: ${fault.message}`];
  }
}
