import type { CampaignGrades, GradedTrial } from '../grade/index.ts';
import { type Rational, rational, rationalText } from '../kernel/index.ts';
import {
  agentErrorOf,
  type AttemptRecord,
  type GradeRecord,
  isConclusive,
  type PlannedCondition,
} from '../record/index.ts';
import { exactInterval, meanOf } from '../stats/index.ts';
import type { CheckCount, ConditionSummary, Rate, Scores, Summary, TrialSummary } from './summary.ts';

/** Adds up a graded campaign. Every mean is a mean of the grades' own exact reach. */
export function summarise({ plan, trials }: CampaignGrades): Summary {
  const scriptedOnly = plan.conditions.every(({ identity }) => identity.harness.kind === 'scripted');
  const conditions = plan.conditions.map((condition) =>
    summariseCondition(
      condition,
      trials
        .filter(({ planned }) => planned.condition === condition.id)
        .sort((a, b) => a.planned.index - b.planned.index),
    ),
  );
  return {
    formatVersion: 1,
    kind: 'summary',
    campaign: { name: plan.name, title: plan.title, seed: plan.seed },
    benchmark: plan.benchmark,
    scriptedOnly,
    notes: notesOn(scriptedOnly, conditions),
    conditions,
  };
}

function summariseCondition(condition: PlannedCondition, trials: readonly GradedTrial[]): ConditionSummary {
  const grades = trials.flatMap(({ grade }) => (grade === undefined ? [] : [grade]));
  const last = trials.map((trial) => deciding(trial));
  const isPending = (attempt: AttemptRecord | undefined): boolean =>
    attempt === undefined || attempt.end.termination.kind === 'cancelled';
  const pending = last.filter(isPending).length;
  const first = grades[0];
  const errors = last.flatMap((attempt) => agentErrorOf(attempt?.end) ?? []);
  return {
    name: condition.name,
    id: condition.id,
    factors: condition.factors,
    trials: {
      planned: trials.length,
      pending,
      setAside: trials.filter(({ setAside }, t) => setAside > 0 && isPending(last[t])).length,
      graded: grades.length,
      infrastructure: last.filter((attempt) => attempt?.end.infrastructure.kind === 'fault').length,
      invalid: last.filter((attempt) => attempt?.end.infrastructure.kind === 'invalid').length,
      limited: last.filter((attempt) => attempt?.end.termination.kind === 'limit').length,
      agentErrors: errors.length,
    },
    firstAgentError: errors[0] ?? null,
    graded: scoresOf(grades, grades.length),
    intentionToTreat: scoresOf(grades, trials.length - pending),
    checks: checkCounts(grades),
    trialList: trials.map(trialSummary),
    gradedBy:
      first === undefined ? null : { rubric: first.rubric, reference: first.reference, grader: first.grader },
  };
}

/** The attempt that a trial stands on: the conclusive one, else the last. */
const deciding = ({ attempts }: GradedTrial): AttemptRecord | undefined =>
  attempts.findLast(({ end }) => isConclusive(end)) ?? attempts.at(-1);

/** @param n number of trials, at least that of the grades; the others count as 0 */
function scoresOf(grades: readonly GradeRecord[], n: number): Scores {
  const reach = grades.map((grade) => rational(grade.reach));
  const zeros: Rational[] = Array.from({ length: n - grades.length }, () => rational(0));
  const mean = meanOf([...reach, ...zeros]);
  return {
    n,
    meanReach: mean === undefined ? null : { exact: rationalText(mean), value: mean.valueOf() },
    completion: rateOf(grades.filter(({ verdict }) => verdict === 'passed').length, n),
  };
}

function rateOf(passed: number, of: number): Rate {
  if (of === 0) return null;
  const { low, high } = exactInterval(passed, of);
  return { passed, of, rate: passed / of, low95: low, high95: high };
}

function checkCounts(grades: readonly GradeRecord[]): CheckCount[] {
  const counts = new Map<string, CheckCount>();
  for (const stage of grades.flatMap((grade) => grade.stages))
    for (const check of stage.checks) {
      const rows =
        check.tiers.length === 0
          ? [{ tier: null, weight: check.weight, verdict: check.verdict }]
          : check.tiers.map(({ id, weight, verdict }) => ({ tier: id, weight, verdict }));
      for (const { tier, weight, verdict } of rows) {
        const key = JSON.stringify([stage.id, check.id, tier]);
        const so = counts.get(key) ?? { stage: stage.id, check: check.id, tier, weight, passed: 0, of: 0 };
        counts.set(key, { ...so, passed: so.passed + (verdict === 'passed' ? 1 : 0), of: so.of + 1 });
      }
    }
  return [...counts.values()];
}

function trialSummary(trial: GradedTrial): TrialSummary {
  const { planned, attempts, grade } = trial;
  const end = deciding(trial)?.end;
  return {
    id: planned.id,
    index: planned.index,
    seed: planned.seed,
    attempts: attempts.length,
    infrastructure: end?.infrastructure.kind ?? null,
    termination: end?.termination.kind ?? null,
    reach: grade?.reach ?? null,
    complete: grade === undefined ? null : grade.verdict === 'passed',
  };
}

function notesOn(scriptedOnly: boolean, conditions: readonly ConditionSummary[]): string[] {
  const pending = conditions.reduce((sum, { trials }) => sum + trials.pending, 0);
  const setAside = conditions.reduce((sum, { trials }) => sum + trials.setAside, 0);
  const ungraded = conditions.filter(({ graded, intentionToTreat }) => graded.n !== intentionToTreat.n);
  return [
    ...(scriptedOnly
      ? [
          'Scripted baselines, no model: these numbers test tools and grading and say nothing about any agent.',
        ]
      : []),
    'Intervals are exact (Clopper-Pearson) 95 % intervals of the completion rate, for these trials of these tasks; nothing beyond them is claimed.',
    ...(pending > setAside
      ? [`${pending - setAside} planned trials have not been run: the campaign is not complete.`]
      : []),
    ...(setAside > 0
      ? [
          `${setAside} trials were run, but their record was damaged or interrupted and is set aside in quarantine/: run the campaign again to redo them.`,
        ]
      : []),
    ...(ungraded.length > 0
      ? [
          `Some trials of ${ungraded.map(({ name }) => name).join(', ')} have no grade, for reasons of the infrastructure. Both denominators are shown: graded trials, and all trials run with the missing ones as 0.`,
        ]
      : []),
  ];
}
