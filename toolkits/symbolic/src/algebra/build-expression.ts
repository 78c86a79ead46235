import type { Expression } from 'toolbase/toolkit';
import { foldedDecimals } from './decimal.ts';

type Term = (Expression & { kind: 'sum' })['terms'][number];
type Factor = (Expression & { kind: 'product' })['factors'][number];

/** A base to a power counted in halves, so that roots and powers are kept alike. */
export type Piece = { readonly base: Expression; readonly halves: number };

/** @param value not negative */
export const integer = (value: bigint): Expression => ({ kind: 'number', text: `${value}` });

export const PI: Expression = { kind: 'constant', name: 'pi' };

export function raised({ base, halves }: Piece): Expression {
  if (halves === 2) return base;
  if (halves === 1) return { kind: 'call', callee: 'sqrt', argument: base };
  const exponent: Expression =
    halves % 2 === 0
      ? integer(BigInt(halves / 2))
      : { kind: 'rational', numerator: `${halves}`, denominator: '2' };
  return { kind: 'power', base, exponent };
}

/** Product of positive powers over negative ones, numbers first. */
export function quotient(numerator: bigint, denominator: bigint, pieces: readonly Piece[]): Expression {
  const written = foldedDecimals(pieces);
  const above = written.filter(({ halves }) => halves > 0).map(raised);
  const below = written
    .filter(({ halves }) => halves < 0)
    .map(({ base, halves }) => raised({ base, halves: -halves }));
  const size = numerator < 0n ? -numerator : numerator;
  const top = size === 1n && above.length > 0 ? above : [integer(size), ...above];
  const bottom = denominator === 1n ? below : [integer(denominator), ...below];
  const factors: Factor[] = top.map((value) => ({ sign: '*', value }));
  if (bottom.length > 0) factors.push({ sign: '/', value: productOf(bottom) });
  const value = flat(factors);
  return numerator < 0n ? negated(value) : value;
}

export const productOf = (values: readonly Expression[]): Expression =>
  flat(values.map((value) => ({ sign: '*', value })));

/** Products inside a product lose their parentheses. */
function flat(factors: readonly Factor[]): Expression {
  const all = factors.flatMap(({ sign, value }) =>
    sign === '*' && value.kind === 'product' ? value.factors : [{ sign, value }],
  );
  const [only] = all;
  return only !== undefined && all.length === 1 && only.sign === '*'
    ? only.value
    : { kind: 'product', factors: all };
}

export function negated(value: Expression): Expression {
  if (value.kind !== 'product') return { kind: 'negate', operand: value };
  const [first, ...rest] = value.factors;
  if (first === undefined) return value;
  return {
    kind: 'product',
    factors: [{ sign: '*', value: { kind: 'negate', operand: first.value } }, ...rest],
  };
}

export type SignedExpression = { readonly negative: boolean; readonly value: Expression };

/** A sum in the order given, but with a positive term in front when there is one. */
export function sumOf(terms: readonly SignedExpression[]): Expression {
  const front = Math.max(
    terms.findIndex(({ negative }) => !negative),
    0,
  );
  const first = terms[front];
  if (first === undefined) return integer(0n);
  const head = first.negative ? negated(first.value) : first.value;
  if (terms.length === 1) return head;
  const rest = terms
    .filter((_, index) => index !== front)
    .map(({ negative, value }): Term => ({ sign: negative ? '-' : '+', value }));
  return { kind: 'sum', terms: [{ sign: '+', value: head }, ...rest] };
}

/** The terms of a sum, or of its negative, to be put into another sum. */
export function signedTerms(value: Expression, negative: boolean): SignedExpression[] {
  if (value.kind !== 'sum') return [withoutMinus({ negative, value })];
  return value.terms.map((term) =>
    withoutMinus({ negative: (term.sign === '-') !== negative, value: term.value }),
  );
}

/** A minus in front becomes the sign of the term. */
function withoutMinus({ negative, value }: SignedExpression): SignedExpression {
  if (value.kind === 'negate') return { negative: !negative, value: value.operand };
  const [first, ...others] = value.kind === 'product' ? value.factors : [];
  if (first?.value.kind !== 'negate') return { negative, value };
  const bare: Factor = { sign: '*', value: first.value.operand };
  return { negative: !negative, value: flat([bare, ...others]) };
}
