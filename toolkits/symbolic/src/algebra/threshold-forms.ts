import type { Expression } from 'toolbase/toolkit';
import { integer, type Piece, productOf, sumOf } from './build-expression.ts';
import { add, equal, isZero, type Polynomial, scale } from './polynomial.ts';

/** The masses of a decay, as polynomials and as they are written. */
export type DecayMasses = {
  readonly parent: MassForm;
  readonly first: MassForm;
  readonly second: MassForm;
};
export type MassForm = { readonly polynomial: Polynomial; readonly expression: Expression };

/** One of M - m1 - m2, M + m1 + m2, M - m1 + m2 and M + m1 - m2, whose product is the phase-space function lambda;
 * named by its signs. */
export type ThresholdForm = { readonly name: '--' | '++' | '-+' | '+-'; readonly polynomial: Polynomial };

/** The different forms of a decay. Where a product is massless or both weigh the same, some are equal, or M itself. */
export type ThresholdForms = {
  readonly forms: readonly ThresholdForm[];
  /** Their powers in sqrt(lambda), in halves. */
  readonly rootHalves: readonly number[];
  /** Power of M in sqrt(lambda). */
  readonly rootParent: number;
};

export function thresholdForms({ parent, first, second }: DecayMasses): ThresholdForms {
  const form = (name: ThresholdForm['name']): ThresholdForm => {
    const signed = (sign: string, mass: Polynomial) => (sign === '-' ? scale(mass, -1n) : mass);
    const products = add(
      signed(name.slice(0, 1), first.polynomial),
      signed(name.slice(1), second.polynomial),
    );
    return { name, polynomial: add(parent.polynomial, products) };
  };
  const [one, two] = [isZero(first.polynomial), isZero(second.polynomial)];
  if (one && two) return { forms: [], rootHalves: [], rootParent: 2 };
  if (one || two) return { forms: [form('--'), form('++')], rootHalves: [2, 2], rootParent: 0 };
  if (equal(first.polynomial, second.polynomial))
    return { forms: [form('--'), form('++')], rootHalves: [1, 1], rootParent: 1 };
  const forms = [form('--'), form('++'), form('-+'), form('+-')];
  return { forms, rootHalves: [1, 1, 1, 1], rootParent: 0 };
}

/** Powers of the forms, given in halves, as they are written: those of equal power are joined to differences of squares. */
export function thresholdPieces(
  forms: readonly ThresholdForm[],
  halves: readonly number[],
  masses: DecayMasses,
): Piece[] {
  const power = (name: string): number => halves[forms.findIndex((form) => form.name === name)] ?? 0;
  if (forms.length === 0) return [];
  if (forms.length === 2)
    return power('--') === power('++')
      ? [{ base: pairedForm('--', '++', masses), halves: power('--') }]
      : forms.map(({ name }) => ({ base: linearForm(name, masses), halves: power(name) }));
  const partition = PARTITIONS.find((pairs) => pairs.every(([a, b]) => power(a) === power(b)));
  const pieces =
    partition === undefined
      ? forms.map(({ name }) => ({ base: linearForm(name, masses), halves: power(name) }))
      : partition.map(([a, b]) => ({ base: pairedForm(a, b, masses), halves: power(a) }));
  return underOneRoot(pieces.filter(({ halves: count }) => count !== 0));
}

const PARTITIONS = [
  [
    ['--', '++'],
    ['-+', '+-'],
  ],
  [
    ['--', '-+'],
    ['++', '+-'],
  ],
  [
    ['--', '+-'],
    ['++', '-+'],
  ],
] as const;

/** sqrt(a)*sqrt(b) as sqrt(a*b), and so for every power. */
function underOneRoot(pieces: readonly Piece[]): Piece[] {
  const [first, second] = pieces;
  if (first === undefined || second === undefined || pieces.length > 2 || first.halves !== second.halves)
    return [...pieces];
  return [{ base: productOf([first.base, second.base]), halves: first.halves }];
}

const squared = (base: Expression): Expression => ({ kind: 'power', base, exponent: integer(2n) });

/** Product of two forms as a difference of squares. */
function pairedForm(a: string, b: string, { parent, first, second }: DecayMasses): Expression {
  const [M, m1, m2] = [parent.expression, first.expression, second.expression];
  const minus = (left: Expression, right: Expression) =>
    sumOf([
      { negative: false, value: left },
      { negative: true, value: right },
    ]);
  const plus = (left: Expression, right: Expression) =>
    sumOf([
      { negative: false, value: left },
      { negative: false, value: right },
    ]);
  const pair = `${a} ${b}`;
  if (pair === '-- ++') return minus(squared(M), squareOfSum(masses(first, second)));
  if (pair === '-+ +-') return minus(squared(M), squared(minus(m1, m2)));
  if (pair === '-- -+') return minus(squared(minus(M, m1)), squared(m2));
  if (pair === '++ +-') return minus(squared(plus(M, m1)), squared(m2));
  if (pair === '-- +-') return minus(squared(minus(M, m2)), squared(m1));
  return minus(squared(plus(M, m2)), squared(m1));
}

const masses = (first: MassForm, second: MassForm): readonly MassForm[] =>
  [first, second].filter(({ polynomial }) => !isZero(polynomial));

/** (m1 + m2)**2, 4*m**2 for equal masses, m**2 when one is 0. */
function squareOfSum(list: readonly MassForm[]): Expression {
  const [first, second] = list;
  if (first === undefined) return integer(0n);
  if (second === undefined) return squared(first.expression);
  if (equal(first.polynomial, second.polynomial)) return productOf([integer(4n), squared(first.expression)]);
  return squared(
    sumOf([
      { negative: false, value: first.expression },
      { negative: false, value: second.expression },
    ]),
  );
}

/** One form as it is written, such as M - m1 + m2. */
export function linearForm(name: string, { parent, first, second }: DecayMasses): Expression {
  const signs = [name.slice(0, 1), name.slice(1)];
  const products = [first, second]
    .map(({ polynomial, expression }, index) => ({
      polynomial,
      negative: signs[index] === '-',
      value: expression,
    }))
    .filter(({ polynomial }) => !isZero(polynomial));
  const [one, two] = products;
  const both =
    one !== undefined &&
    two !== undefined &&
    one.negative === two.negative &&
    equal(one.polynomial, two.polynomial);
  const low = both ? [{ negative: one.negative, value: productOf([integer(2n), one.value]) }] : products;
  return sumOf([{ negative: false, value: parent.expression }, ...low]);
}

/** The condition for an open decay, such as "mS > m1 + m2". */
export function thresholdSum({ first, second }: DecayMasses): Expression {
  const list = masses(first, second);
  const [one, two] = list;
  if (one !== undefined && two !== undefined && equal(one.polynomial, two.polynomial))
    return productOf([integer(2n), one.expression]);
  return sumOf(list.map(({ expression }) => ({ negative: false, value: expression })));
}
