import { type Rational, ratio, rational } from '../kernel/index.ts';
import type { Expression } from './expression.ts';

/** Larger powers would let a short text ask for a huge number. */
const MAX_EXPONENT = 64;
const MAX_DIGITS = 4000;

/** Exact value of an expression made of numbers, named rationals, `+ - * /` and small integer powers;
 * undefined when it is made of more than that, or divides by zero. */
export function exactValue(
  expression: Expression,
  values: ReadonlyMap<string, Rational>,
): Rational | undefined {
  switch (expression.kind) {
    case 'number':
      return rational(expression.text);
    case 'rational':
      return ratio(BigInt(expression.numerator), BigInt(expression.denominator));
    case 'name':
      return values.get(expression.name);
    case 'negate':
      return exactValue(expression.operand, values)?.neg();
    case 'sum':
      return combined(expression.terms, values, rational(0), (total, sign, value) =>
        sign === '+' ? total.add(value) : total.sub(value),
      );
    case 'product':
      return combined(expression.factors, values, rational(1), (total, sign, value) => {
        if (sign === '*') return total.mul(value);
        return value.equals(0) ? undefined : total.div(value);
      });
    case 'power':
      return integerPower(exactValue(expression.base, values), exactValue(expression.exponent, values));
    case 'constant':
    case 'call':
      return undefined;
  }
}

function combined<S extends string>(
  parts: readonly { readonly sign: S; readonly value: Expression }[],
  values: ReadonlyMap<string, Rational>,
  start: Rational,
  step: (total: Rational, sign: S, value: Rational) => Rational | undefined,
): Rational | undefined {
  let total: Rational | undefined = start;
  for (const part of parts) {
    const value = exactValue(part.value, values);
    if (value === undefined) return undefined;
    total = step(total, part.sign, value);
    if (total === undefined) return undefined;
  }
  return total;
}

function integerPower(base: Rational | undefined, exponent: Rational | undefined): Rational | undefined {
  if (base === undefined || exponent === undefined) return undefined;
  const n = exponent.valueOf();
  if (!Number.isInteger(n) || Math.abs(n) > MAX_EXPONENT || (n < 0 && base.equals(0))) return undefined;
  if (Math.abs(n) * (base.n.toString().length + base.d.toString().length) > MAX_DIGITS) return undefined;
  return base.pow(n);
}
