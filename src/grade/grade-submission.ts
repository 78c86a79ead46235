import { type Check, type Grading, type Stage, weightsOf } from '../benchmark/index.ts';
import { headOf, rational, type Rational, rationalText, sumOf } from '../kernel/index.ts';
import type { CheckGrade, GradeRecord, StageGrade } from '../record/index.ts';
import type { Submission } from './artifact-document.ts';
import { checkExpression } from './check-expression.ts';
import { checkJson } from './check-json.ts';
import { checkNumber } from './check-number.ts';
import { type CheckOutcome, verdictOf } from './check-outcome.ts';
import { creditOf, openStages, reachOf } from './reach.ts';

/** Version of the grading code: raised when the same rubric and submission would be graded differently. */
export const GRADER_VERSION = '1';

const REASON_CHARS = 1000;

/** What a submission is worth under a rubric. */
export type SubmissionGrade = Pick<GradeRecord, 'science' | 'reach' | 'success' | 'verdict' | 'stages'>;

/** Grades a submission: deterministic, from its bytes and the benchmark alone. Bad submissions get a grade, never an error. */
export function gradeSubmission(grading: Grading, submission: Submission): SubmissionGrade {
  const stages = grading.rubric.stages.map((stage) => gradeStage(stage, grading, submission));
  const open = openStages(stages);
  const reach = reachOf(stages);
  const complete = reach.compare(rational(grading.rubric.success)) >= 0;
  const gateFailed = stages.some((stage) => stage.gate && !stage.passed);
  return {
    science: complete ? 'complete' : gateFailed ? 'undelivered' : 'partial',
    reach: rationalText(reach),
    success: grading.rubric.success,
    verdict: verdictOf(complete),
    stages: stages.map((stage, m) => stageGrade(stage, open[m] === true)),
  };
}

type GradedStage = {
  stage: Stage;
  weight: Rational;
  credit: Rational;
  passed: boolean;
  gate: boolean;
  checks: { check: Check; weight: Rational; outcome: CheckOutcome }[];
};

function gradeStage(stage: Stage, grading: Grading, submission: Submission): GradedStage {
  const checks = stage.checks.map((check) => ({
    check,
    weight: sumOf(weightsOf(check).map((weight) => rational(weight))),
    outcome: runCheck(check, grading, submission),
  }));
  return {
    stage,
    weight: sumOf(checks.map((check) => check.weight)),
    credit: creditOf(checks.map(({ weight, outcome }) => ({ weight, credit: outcome.credit }))),
    passed: checks.every(({ outcome }) => outcome.verdict === 'passed'),
    gate: stage.gate,
    checks,
  };
}

function runCheck(check: Check, grading: Grading, submission: Submission): CheckOutcome {
  switch (check.kind) {
    case 'json':
      return checkJson(check, grading, submission);
    case 'number':
      return checkNumber(check, grading, submission);
    case 'expression':
      return checkExpression(check, grading, submission);
  }
}

const stageGrade = (graded: GradedStage, open: boolean): StageGrade => ({
  id: graded.stage.id,
  title: graded.stage.title,
  gate: graded.gate,
  weight: rationalText(graded.weight),
  verdict: verdictOf(graded.passed),
  credit: rationalText(graded.credit),
  open,
  checks: graded.checks.map(({ check, weight, outcome }) => checkGrade(check, weight, outcome)),
});

const checkGrade = (check: Check, weight: Rational, outcome: CheckOutcome): CheckGrade => ({
  id: check.id,
  kind: check.kind,
  weight: rationalText(weight),
  verdict: outcome.verdict,
  credit: rationalText(outcome.credit),
  tiers:
    check.kind === 'number'
      ? check.tiers.map((tier, t) => ({
          id: tier.id,
          weight: tier.weight,
          verdict: outcome.tiers[t] ?? 'failed',
        }))
      : [],
  // It may quote names that the agent chose.
  evidence: { ...outcome.evidence, reason: headOf(outcome.evidence.reason, REASON_CHARS) },
});
