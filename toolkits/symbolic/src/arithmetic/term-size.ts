import { type Complex, evaluate, type Expression } from 'toolbase/toolkit';

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
      const size = carried(POWER, { x: base, n: exponent }, 'x', values);
      return Math.max(size, carried(POWER, { x: base, n: exponent }, 'n', values));
    }
    case 'call':
      return carried({ ...expression, argument: X }, { x: expression.argument }, 'x', values);
  }
}

const X: Expression = { kind: 'name', name: 'x' };
const POWER: Expression = { kind: 'power', base: X, exponent: { kind: 'name', name: 'n' } };

/** Relative step by which an argument is moved to see how a function takes an error of it along. */
const STEP = 1e-7;

/** The value of a function, and what the terms of one of its arguments make of it. */
function carried(
  form: Expression,
  parts: Readonly<Record<string, Expression>>,
  moved: string,
  values: Values,
): number {
  const names = new Map(Object.entries(parts).map(([name, part]) => [name, evaluate(part, values)]));
  const at = evaluate(form, names);
  const argument = names.get(moved);
  const part = parts[moved];
  if (argument === undefined || part === undefined || magnitude(argument) === 0) return magnitude(at);
  const beside = evaluate(
    form,
    new Map(names).set(moved, { re: argument.re * (1 + STEP), im: argument.im * (1 + STEP) }),
  );
  const slope = Math.hypot(beside.re - at.re, beside.im - at.im) / STEP;
  const carriedOver = slope * (termSize(part, values) / magnitude(argument));
  return magnitude(at) + (Number.isFinite(carriedOver) ? carriedOver : 0);
}

const magnitude = ({ re, im }: Complex): number => Math.hypot(re, im);
