import { z } from 'zod';
import {
  digestOf,
  type Digest,
  KebabName,
  rational,
  type Rational,
  rationalText,
  sumOf,
} from '../kernel/index.ts';
import { Check, ratioBounds, Share, weightsOf } from './check-definition.ts';

/** A part of the grade. It passes when all of its checks pass; a gate that fails takes the credit of every later stage. */
export const Stage = z.strictObject({
  id: KebabName,
  title: z.string().min(1).max(120),
  gate: z.boolean().default(false),
  checks: z.array(Check).min(1).max(64),
});
export type Stage = z.output<typeof Stage>;

/** `rubric.yaml`: ordered stages of checks whose exact weights sum to 1. */
export const Rubric = z
  .strictObject({
    formatVersion: z.literal(1),
    kind: z.literal('rubric'),
    /** Reach from which a trial counts as complete; default 1. */
    success: Share.refine((v) => rational(v).compare(0) > 0, 'must be above 0').default('1'),
    stages: z.array(Stage).min(1).max(64),
  })
  .superRefine((rubric, context) => {
    for (const { path, message } of faultsOf(rubric.stages))
      context.addIssue({ code: 'custom', path, message });
  });
export type Rubric = z.output<typeof Rubric>;

type Fault = { path: (string | number)[]; message: string };

function faultsOf(stages: readonly Stage[]): Fault[] {
  const total = sumOf(stages.map(stageWeight));
  return [
    ...repeated(stages.map((s) => s.id)).map((i) => ({
      path: ['stages', i, 'id'],
      message: 'is used twice',
    })),
    ...stages.flatMap((stage, s) => [
      ...repeated(stage.checks.map((c) => c.id)).map((c) => ({
        path: ['stages', s, 'checks', c, 'id'],
        message: 'is used twice in its stage',
      })),
      ...stage.checks.flatMap((check, c) =>
        tierFaults(check).map((fault) => ({ ...fault, path: ['stages', s, 'checks', c, ...fault.path] })),
      ),
    ]),
    ...(total.equals(1)
      ? []
      : [{ path: ['stages'], message: `the weights sum to ${rationalText(total)}, not to 1` }]),
  ];
}

/** Tiers are cumulative only when each lies inside the one before it. */
function tierFaults(check: Check): Fault[] {
  if (check.kind !== 'number') return [];
  const bounds = check.tiers.map(ratioBounds);
  return [
    ...repeated(check.tiers.map((t) => t.id)).map((t) => ({
      path: ['tiers', t, 'id'],
      message: 'is used twice',
    })),
    ...bounds.flatMap((inner, t) => {
      const outer = bounds[t - 1];
      return outer === undefined || (inner.low >= outer.low && inner.high <= outer.high)
        ? []
        : [{ path: ['tiers', t], message: 'is not tighter than the tier before it' }];
    }),
  ];
}

const repeated = (ids: readonly string[]): number[] =>
  ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));

/** Exact weight of a stage: the sum over its checks. */
export const stageWeight = (stage: Stage): Rational =>
  sumOf(stage.checks.flatMap((check) => weightsOf(check).map((weight) => rational(weight))));

/** Identity of a rubric with the shapes that it refers to. */
export const rubricDigest = (rubric: Rubric, schemaDigests: Readonly<Record<string, Digest>>): Digest =>
  digestOf('toolbase-rubric-v1', { rubric, schemas: schemaDigests });
