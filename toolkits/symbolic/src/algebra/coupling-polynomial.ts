import {
  type Complex,
  evaluate,
  type Expression,
  exactValue,
  freeNames,
  ToolbaseError,
  toSympy,
} from 'toolbase/toolkit';
import type { Generators } from './generators.ts';
import { phaseFactor } from './phase-factor.ts';
import {
  add,
  constant,
  inverse,
  isZero,
  multiply,
  ONE,
  type Polynomial,
  power,
  scale,
  ZERO,
  IMAGINARY_UNIT,
} from './polynomial.ts';

export type PolynomialContext = {
  readonly generators: Generators;
  /** Values of the names that have one: they decide whether a root or a logarithm is real. */
  readonly values: ReadonlyMap<string, Complex>;
};

/** A coupling that would have more terms stays as it was written. */
const MAX_TERMS = 40;
/** Larger powers of sums stay powers instead of being multiplied out. */
const MAX_EXPANDED = 4;
const MAX_EXPONENT = 64;
/** Nor are powers taken whose numbers or exponents would be larger than this. */
const MAX_SIZE = 1000;

/** A coupling as polynomial. Names are real; a real sum and whatever is no arithmetic becomes a generator of its
 * own, so that formulas keep the caller's form. */
export function couplingPolynomial(expression: Expression, context: PolynomialContext): Polynomial {
  const { generators } = context;
  switch (expression.kind) {
    case 'number':
      return /^\d+$/.test(expression.text) ? constant(BigInt(expression.text)) : decimal(expression, context);
    case 'rational':
      return constant(BigInt(expression.numerator), BigInt(expression.denominator));
    case 'name':
      return generators.real(expression);
    case 'constant':
      return expression.name === 'I' ? IMAGINARY_UNIT : generators.real(expression);
    case 'negate':
      return scale(couplingPolynomial(expression.operand, context), -1n);
    case 'sum':
      return isReal(expression, context)
        ? exactOrReal(expression, context)
        : expandedSum(expression, context);
    case 'product':
      return expandedProduct(expression, context);
    case 'power':
      return raised(expression, context);
    case 'call':
      return called(expression, context);
  }
}

function called(expression: Expression & { kind: 'call' }, context: PolynomialContext): Polynomial {
  const { generators } = context;
  const { callee, argument } = expression;
  if (callee === 'conjugate') return generators.conjugate(couplingPolynomial(argument, context));
  const form = callee === 'exp' ? phaseFactor(couplingPolynomial(argument, context), generators) : undefined;
  return form ?? atom(expression, context);
}

function expandedSum(expression: Expression & { kind: 'sum' }, context: PolynomialContext): Polynomial {
  const total = expression.terms.reduce((partial, { sign, value }) => {
    const term = couplingPolynomial(value, context);
    return add(partial, sign === '+' ? term : scale(term, -1n));
  }, ZERO);
  return total.terms.size > MAX_TERMS ? atom(expression, context) : total;
}

function expandedProduct(
  expression: Expression & { kind: 'product' },
  context: PolynomialContext,
): Polynomial {
  let total = ONE;
  for (const { sign, value } of expression.factors) {
    const factor = couplingPolynomial(value, context);
    total = multiply(total, sign === '*' ? factor : reciprocal(value, factor, context));
    if (total.terms.size > MAX_TERMS) return atom(expression, context);
  }
  return total;
}

const NO_NAMES = new Map<string, never>();

function decimal(expression: Expression, { generators }: PolynomialContext): Polynomial {
  return exactValue(expression, NO_NAMES)?.equals(0) === true ? ZERO : generators.real(expression);
}

/** A sum of numbers is a number. */
function exactOrReal(expression: Expression, { generators }: PolynomialContext): Polynomial {
  const exact = exactValue(expression, NO_NAMES);
  if (exact === undefined) return generators.real(expression);
  return constant(exact.s * exact.n, exact.d);
}

const atom = (expression: Expression, context: PolynomialContext): Polynomial =>
  isReal(expression, context) ? context.generators.real(expression) : context.generators.complex(expression);

function reciprocal(value: Expression, factor: Polynomial, context: PolynomialContext): Polynomial {
  if (isZero(factor))
    throw new ToolbaseError('BAD_EXPRESSION', `the coupling divides by ${toSympy(value)}, which is 0`, {
      hint: 'Give a coupling that has a value.',
    });
  const found = inverse(factor) ?? inverse(atom(value, context));
  if (found === undefined) throw new Error('a generator is always invertible');
  return found;
}

function raised(expression: Expression & { kind: 'power' }, context: PolynomialContext): Polynomial {
  const exponent = integerOf(expression.exponent);
  if (exponent === undefined || Math.abs(exponent) > MAX_EXPONENT) return atom(expression, context);
  const base = couplingPolynomial(expression.base, context);
  if (sizeOf(base) * Math.abs(exponent) > MAX_SIZE) return atom(expression, context);
  if (exponent < 0) return power(reciprocal(expression.base, base, context), -exponent);
  const small =
    base.terms.size <= 1 || (exponent <= MAX_EXPANDED && base.terms.size ** exponent <= MAX_TERMS);
  return power(small ? base : atom(expression.base, context), exponent);
}

/** Length of the longest number in a polynomial, or its largest exponent. */
const sizeOf = ({ terms, denominator }: Polynomial): number =>
  Math.max(
    `${denominator}`.length,
    ...[...terms.values()].flatMap(({ monomial, coefficient }) => [
      `${coefficient}`.length,
      ...monomial.map(Math.abs),
    ]),
  );

function integerOf(expression: Expression): number | undefined {
  const value = exactValue(expression, NO_NAMES)?.valueOf();
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

/** True when an expression is real for real names; roots, logarithms and inverse functions by the values given. */
export function isReal(expression: Expression, context: PolynomialContext): boolean {
  switch (expression.kind) {
    case 'number':
    case 'rational':
    case 'name':
      return true;
    case 'constant':
      return expression.name !== 'I';
    case 'negate':
      return isReal(expression.operand, context);
    case 'sum':
      return expression.terms.every(({ value }) => isReal(value, context));
    case 'product':
      return expression.factors.every(({ value }) => isReal(value, context));
    case 'power':
      if (!isReal(expression.base, context) || !isReal(expression.exponent, context)) return false;
      return integerOf(expression.exponent) !== undefined || hasRealValue(expression, context);
    case 'call':
      return isRealCall(expression, context);
  }
}

function isRealCall(
  { callee, argument }: Expression & { kind: 'call' },
  context: PolynomialContext,
): boolean {
  if (callee === 'Abs' || callee === 're' || callee === 'im') return true;
  if (!isReal(argument, context)) return false;
  if (callee === 'sqrt' || callee === 'log' || callee === 'asin' || callee === 'acos')
    return hasRealValue({ kind: 'call', callee, argument }, context);
  return true;
}

function hasRealValue(expression: Expression, { values }: PolynomialContext): boolean {
  if (![...freeNames(expression)].every((name) => values.has(name))) return false;
  return evaluate(expression, values).im === 0;
}
