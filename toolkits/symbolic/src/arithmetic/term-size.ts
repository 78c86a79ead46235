import { type Complex, evaluate, type Expression } from 'toolbase/toolkit';
import { inDoubles } from './in-doubles.ts';

type Values = ReadonlyMap<string, Complex>;

/** Size of the terms that a value is built from: times the relative rounding of the arithmetic, it estimates the absolute
 * error of the value. It is about the value's magnitude where nothing cancels, and larger where something does; not finite
 * where the value is not.
 * @throws RangeError for a name without a value */
export function termSize(expression: Expression, values: Values): number {
  switch (expression.kind) {
    case 'number':
    case 'rational':
    case 'constant':
    case 'name':
      return magnitude(evaluate(expression, values));
    case 'negate':
      return termSize(expression.operand, values);
    case 'sum':
      return expression.terms.reduce((total, { value }) => total + termSize(value, values), 0);
    case 'product':
      return expression.factors.reduce((size, { sign, value }) => {
        const factor = termSize(value, values);
        return sign === '*' ? size * factor : (size * factor) / magnitude(evaluate(value, values)) ** 2;
      }, 1);
    case 'power': {
      const { base, exponent } = expression;
      const [x, n] = [evaluate(base, values), evaluate(exponent, values)];
      return Math.max(
        carried(x, termSize(base, values), (moved) => inDoubles.power(moved, n)),
        carried(n, termSize(exponent, values), (moved) => inDoubles.power(x, moved)),
      );
    }
    case 'call': {
      const { callee, argument } = expression;
      const size = termSize(argument, values);
      return carried(evaluate(argument, values), size, (moved) => inDoubles.call(callee, moved));
    }
  }
}

/** Relative step by which an argument is moved to see how a function takes an error of it along. */
const STEP = 1e-7;

/** The value of a function, and what it makes of the terms of its argument. */
function carried(argument: Complex, size: number, of: (moved: Complex) => Complex): number {
  const at = of(argument);
  if (magnitude(argument) === 0) return magnitude(at);
  const beside = of({ re: argument.re * (1 + STEP), im: argument.im * (1 + STEP) });
  const slope = Math.hypot(beside.re - at.re, beside.im - at.im) / STEP;
  const carriedOver = slope * (size / magnitude(argument));
  return magnitude(at) + (Number.isFinite(carriedOver) ? carriedOver : 0);
}

const magnitude = ({ re, im }: Complex): number => Math.hypot(re, im);
