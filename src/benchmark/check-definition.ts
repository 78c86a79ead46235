import { z } from 'zod';
import type { ComparisonOptions } from '../expression/index.ts';
import {
  JsonPointer,
  KebabName,
  ordinalCompare,
  PackagePath,
  RationalText,
  rational,
  rationalText,
} from '../kernel/index.ts';

/** An exact number in [0, 1], kept as its canonical text so that a rubric stays plain JSON. */
export const Share = RationalText.refine(
  (v) => v.compare(0) >= 0 && v.compare(1) <= 0,
  'must be from 0 to 1',
).transform(rationalText);

const Positive = RationalText.refine((v) => v.compare(0) > 0, 'must be above 0').transform(rationalText);

const named = { id: KebabName, title: z.string().max(120).optional(), artifact: PackagePath };

/** The artifact is JSON (RFC 8259, no duplicate keys, at most 64 levels) of a declared shape. */
export const JsonCheck = z.strictObject({
  kind: z.literal('json'),
  ...named,
  /** JSON Schema 2020-12 file of the benchmark. */
  schema: PackagePath,
  weight: Share,
});

/** One step of credit of a number.
 * `decades`: |log10(submitted / reference)| <= within; `relative`: |submitted / reference - 1| <= within. */
export const Tier = z.strictObject({
  id: KebabName,
  measure: z.enum(['decades', 'relative']),
  within: Positive,
  weight: Share,
});
export type Tier = z.output<typeof Tier>;

/** A submitted number against a reference number. Each tier that is reached earns its own weight; the check passes
 * when all are. */
export const NumberCheck = z.strictObject({
  kind: z.literal('number'),
  ...named,
  pointer: JsonPointer,
  /** Where the reference number is in the reference file. */
  reference: JsonPointer,
  /** What the number is in, as told to a reader ("GeV"); no conversion is made. */
  unit: z.string().min(1).max(40),
  tiers: z.array(Tier).min(1).max(16),
});

const Variable = z
  .strictObject({ min: z.number(), max: z.number() })
  .refine((range) => range.min < range.max, 'must have min below max');

/** A submitted formula (SymPy text) against a reference formula, at fixed pseudo-random points. */
export const ExpressionCheck = z.strictObject({
  kind: z.literal('expression'),
  ...named,
  pointer: JsonPointer,
  /** Where the reference formula is in the reference file. */
  reference: JsonPointer,
  /** The symbols that may occur, and where they are drawn from. */
  variables: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/), Variable)
    .refine((v) => Object.keys(v).length > 0, 'needs a variable'),
  points: z.number().int().min(1).max(1000),
  seed: z.number().int().min(0).max(4_294_967_295),
  /** Largest relative deviation at any point. */
  relTol: z.number().positive().max(0.1),
  weight: Share,
});

export const Check = z.discriminatedUnion('kind', [JsonCheck, NumberCheck, ExpressionCheck]);
export type Check = z.output<typeof Check>;
export type JsonCheck = z.output<typeof JsonCheck>;
export type NumberCheck = z.output<typeof NumberCheck>;
export type ExpressionCheck = z.output<typeof ExpressionCheck>;

/** How an expression check compares. The variables are drawn in the order of their names, since the order in which a
 * file lists them is not part of what it says. */
export const comparisonOptions = (check: ExpressionCheck): ComparisonOptions => ({
  variables: Object.entries(check.variables)
    .map(([name, range]) => ({ name, ...range }))
    .sort((a, b) => ordinalCompare(a.name, b.name)),
  points: check.points,
  seed: check.seed,
  relTol: check.relTol,
});

/** The exact weights that a check hands out, in order: one, or one a tier. */
export const weightsOf = (check: Check): readonly string[] =>
  check.kind === 'number' ? check.tiers.map((tier) => tier.weight) : [check.weight];

/** Bounds of submitted / reference that a tier lets through. */
export function ratioBounds(tier: Tier): { low: number; high: number } {
  const within = rational(tier.within).valueOf();
  return tier.measure === 'decades'
    ? { low: 10 ** -within, high: 10 ** within }
    : { low: 1 - within, high: 1 + within };
}
