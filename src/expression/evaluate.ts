import { add, divide, library, multiply, negate, real, subtract, UNDEFINED } from './complex-arithmetic.ts';
import type { Complex, ConstantName, Expression, FunctionName } from './expression.ts';
import { callFunction } from './functions.ts';

/** Value of an expression in double precision, principal branches. Where there is none (a division by zero, an
 * overflow) the result is not finite.
 * @throws RangeError for a name without a value */
export function evaluate(expression: Expression, values: ReadonlyMap<string, Complex>): Complex {
  switch (expression.kind) {
    case 'number':
      return real(Number(expression.text));
    case 'rational':
      return real(Number(expression.numerator) / Number(expression.denominator));
    case 'constant':
      return CONSTANT[expression.name];
    case 'name':
      return valueOf(expression.name, values);
    case 'negate':
      return negate(evaluate(expression.operand, values));
    case 'sum':
      return expression.terms.reduce((total, { sign, value }) => {
        const term = evaluate(value, values);
        return sign === '+' ? add(total, term) : subtract(total, term);
      }, real(0));
    case 'product':
      return expression.factors.reduce((total, { sign, value }) => {
        const factor = evaluate(value, values);
        return sign === '*' ? multiply(total, factor) : divide(total, factor);
      }, real(1));
    case 'power':
      return power(evaluate(expression.base, values), evaluate(expression.exponent, values));
    case 'call':
      return called(expression.callee, evaluate(expression.argument, values));
  }
}

const CONSTANT: Readonly<Record<ConstantName, Complex>> = {
  pi: real(Math.PI),
  E: real(Math.E),
  I: { re: 0, im: 1 },
};

function valueOf(name: string, values: ReadonlyMap<string, Complex>): Complex {
  const value = values.get(name);
  if (value === undefined) throw new RangeError(`no value for ${name}`);
  return value;
}

const called = (name: FunctionName, argument: Complex): Complex => {
  if (Number.isNaN(argument.re) || Number.isNaN(argument.im)) return UNDEFINED;
  return callFunction(name, argument);
};

/** Largest integer exponent taken by repeated multiplication instead of logarithms. */
const MAX_MULTIPLIED = 1024;

function power(base: Complex, exponent: Complex): Complex {
  if (exponent.im !== 0) return exponential(base, exponent);
  const n = exponent.re;
  if (n === 0) return real(1);
  if (base.re === 0 && base.im === 0) return n > 0 ? real(0) : UNDEFINED;
  if (base.im === 0 && (base.re > 0 || Number.isInteger(n))) return real(base.re ** n);
  if (Number.isInteger(n) && Math.abs(n) <= MAX_MULTIPLIED) return integerPower(base, n);
  // A half-integer power keeps its exact quadrant.
  if (Number.isInteger(2 * n) && Math.abs(2 * n) <= MAX_MULTIPLIED)
    return integerPower(callFunction('sqrt', base), 2 * n);
  return exponential(base, exponent);
}

function integerPower(base: Complex, n: number): Complex {
  let result = real(1);
  let square = base;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return n < 0 ? divide(real(1), result) : result;
}

function exponential(base: Complex, exponent: Complex): Complex {
  if (base.re === 0 && base.im === 0) return exponent.re > 0 ? real(0) : UNDEFINED;
  const { re, im } = library(multiply(exponent, callFunction('log', base))).exp();
  return { re, im };
}
