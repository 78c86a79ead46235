import { type Expression, exactValue, type Rational } from 'toolbase/toolkit';

type Callee = (Expression & { kind: 'call' })['callee'];
type ConstantName = (Expression & { kind: 'constant' })['name'];

/** Complex numbers of some precision. */
export type Arithmetic<C> = {
  readonly rational: (value: Rational) => C;
  readonly constant: (name: ConstantName) => C;
  readonly negative: (a: C) => C;
  readonly plus: (a: C, b: C) => C;
  readonly times: (a: C, b: C) => C;
  /** @throws RangeError for 0 */
  readonly inverse: (a: C) => C;
  readonly power: (base: C, exponent: C) => C;
  readonly call: (callee: Callee, argument: C) => C;
};

const NO_NAMES = new Map<string, never>();

/** Value of an expression in an arithmetic.
 * @throws RangeError for a name without a value, a division by zero or a function without a finite value */
export function expressionValue<C>(
  expression: Expression,
  values: ReadonlyMap<string, Rational>,
  arithmetic: Arithmetic<C>,
): C {
  const { negative, plus, times, inverse } = arithmetic;
  const of = (part: Expression): C => expressionValue(part, values, arithmetic);
  switch (expression.kind) {
    case 'number':
    case 'rational': {
      const value = exactValue(expression, NO_NAMES);
      if (value === undefined) throw new RangeError('a number has a value');
      return arithmetic.rational(value);
    }
    case 'name': {
      const value = values.get(expression.name);
      if (value === undefined) throw new RangeError(`no value for ${expression.name}`);
      return arithmetic.rational(value);
    }
    case 'constant':
      return arithmetic.constant(expression.name);
    case 'negate':
      return negative(of(expression.operand));
    case 'sum':
      return expression.terms
        .map(({ sign, value }) => (sign === '+' ? of(value) : negative(of(value))))
        .reduce(plus);
    case 'product':
      return expression.factors
        .map(({ sign, value }) => (sign === '*' ? of(value) : inverse(of(value))))
        .reduce(times);
    case 'power':
      return arithmetic.power(of(expression.base), of(expression.exponent));
    case 'call':
      return arithmetic.call(expression.callee, of(expression.argument));
  }
}
