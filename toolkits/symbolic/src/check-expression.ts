import {
  compareExpressions,
  defineOperation,
  type Expression,
  parseExpression,
  ToolbaseError,
} from 'toolbase/toolkit';
import * as z from 'zod';
import { closerValue, isLostInRounding } from './closer-look.ts';
import { commonMistake } from './declaration/expression-hints.ts';

const LOST =
  'At the worst point the formulas differ by no more than double precision rounds, since terms cancel: this does not show ' +
  'that they differ. Write them without the cancellation: compare A with B instead of A - B with 0, sin(x/2)**2 instead of ' +
  '(1 - cos(x))/2.';

const Text = z.string().min(1).max(4096);

const Input = z.strictObject({
  expression: Text.describe('The submitted formula: arithmetic in the syntax of SymPy, products with *.'),
  reference: Text.describe('The formula it should equal.'),
  variables: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(32).describe('A name in one of the formulas.'),
        min: z.number().describe('Lower end of the range its values are drawn from.'),
        max: z.number().describe('Upper end; equal to min for a fixed value.'),
      }),
    )
    .max(40)
    .describe(
      'Every name of both formulas with its range. Choose ranges where the formula holds: an open decay.',
    ),
  points: z.number().int().min(1).max(1000).default(50).describe('Number of points compared; 50.'),
  seed: z.number().int().min(0).default(1).describe('Fixes the points; the same on every machine.'),
  rel_tol: z
    .number()
    .min(0)
    .max(1)
    .default(1e-8)
    .describe('Largest relative deviation that counts as equal; 1e-8.'),
});
type Input = z.output<typeof Input>;

const Output = z.strictObject({
  equal: z.boolean(),
  max_relative_deviation: z
    .number()
    .describe('|a - b|/max(|a|, |b|); 2 where only the submission has no value.'),
  worst_point: z.array(z.strictObject({ name: z.string(), value: z.number() })).describe('Where that is.'),
  points_compared: z.number(),
  points_undefined: z.number().describe('Points at which the reference has no value.'),
  warnings: z.array(z.string()),
});
type Output = z.output<typeof Output>;

export const checkExpression = defineOperation({
  name: 'CheckExpression',
  title: 'Compare two formulas',
  description:
    'Tells whether a submitted formula equals a reference: both are evaluated at the same pseudo-random points in the given ' +
    'ranges, with complex numbers, and compared within a relative tolerance. Returns the largest ' +
    'deviation and where it is. Arithmetic only: + - * / ** ^, parentheses, sqrt log exp sin cos tan asin acos atan sinh ' +
    'cosh tanh Abs re im conjugate, Rational(a, b), pi, I; nothing is executed. Equality at points is evidence, not proof.',
  input: Input,
  output: Output,
  effects: { deterministic: true, typicalMs: 5 },
  maxResultBytes: 8192,
  run: (input) => compared(input),
});

/** @throws ToolbaseError BAD_ARGUMENTS or BAD_EXPRESSION, naming the field */
export function compared({ expression, reference, variables, points, seed, rel_tol: relTol }: Input): Output {
  const seen = new Set<string>();
  for (const [index, { name, min, max }] of variables.entries()) {
    const at = `variables/${index}`;
    if (seen.has(name))
      throw new ToolbaseError('BAD_ARGUMENTS', `${at}/name: ${name} is given twice`, {
        hint: 'Keep one range for each name.',
      });
    if (!(min <= max))
      throw new ToolbaseError('BAD_ARGUMENTS', `${at}: min ${min} is above max ${max}`, {
        hint: 'Give min <= max.',
      });
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name === 'I')
      throw new ToolbaseError('BAD_ARGUMENTS', `${at}/name: ${JSON.stringify(name)} is not a name`, {
        hint: 'Use letters, digits and _, starting with a letter; I is the imaginary unit.',
      });
    seen.add(name);
  }
  const [candidate, expected] = [
    parsed('expression', expression, seen),
    parsed('reference', reference, seen),
  ];
  const result = compareExpressions(candidate, expected, {
    variables,
    points,
    seed,
    relTol,
    closerValues: (point) =>
      isLostInRounding(candidate, expected, point)
        ? [closerValue(candidate, point), closerValue(expected, point)]
        : undefined,
  });
  return {
    equal: result.equal,
    max_relative_deviation: result.maxRelativeDeviation,
    worst_point: Object.entries(result.worstPoint).map(([name, value]) => ({ name, value })),
    points_compared: result.pointsCompared,
    points_undefined: result.pointsUndefined,
    warnings: [
      ...(2 * result.pointsCompared < points ? [undefinedReference(result.pointsUndefined, points)] : []),
      ...(result.maxRelativeDeviation > relTol && isLostInRounding(candidate, expected, result.worstPoint)
        ? [LOST]
        : []),
    ],
  };
}

const undefinedReference = (count: number, points: number): string =>
  `The reference has no finite value at ${count} of ${points} points (a division by zero or an overflow), which are too many to call the formulas equal: choose ranges where it has one.`;

function parsed(field: string, text: string, names: ReadonlySet<string>): Expression {
  const mistake = commonMistake(text, names);
  if (mistake !== undefined)
    throw new ToolbaseError('BAD_EXPRESSION', `${field}: ${mistake.problem}`, { hint: mistake.fix });
  try {
    return parseExpression(text, { names });
  } catch (error) {
    if (!(error instanceof ToolbaseError)) throw error;
    throw new ToolbaseError(error.code, `${field}: ${error.message}`, {
      hint: error.hint ?? 'List every name under variables, with its range.',
    });
  }
}
