import type { Expression } from './expression.ts';

/** How tightly a printed form holds together; a looser one needs parentheses inside a tighter one. */
const SUM = 1;
const PRODUCT = 2;
const SIGN = 3;
const POWER = 4;
const ATOM = 5;

/** Text that SymPy and `parseExpression` read back as the same expression.
 * SymPy needs `locals` for names that it knows itself, such as S, N, Q or beta. */
export const toSympy = (expression: Expression): string => print(expression, SUM);

function print(expression: Expression, atLeast: number): string {
  const text = printed(expression);
  return tightness(expression) < atLeast ? `(${text})` : text;
}

function tightness(expression: Expression): number {
  switch (expression.kind) {
    case 'sum':
      return SUM;
    case 'product':
      return PRODUCT;
    case 'negate':
      return SIGN;
    case 'power':
      return POWER;
    case 'number':
    case 'rational':
    case 'name':
    case 'constant':
    case 'call':
      return ATOM;
  }
}

function printed(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.text;
    case 'rational':
      return `Rational(${expression.numerator}, ${expression.denominator})`;
    case 'name':
    case 'constant':
      return expression.name;
    case 'negate':
      return `-${print(expression.operand, POWER)}`;
    case 'sum':
      return expression.terms
        .map(({ sign, value }, index) =>
          index === 0 ? print(value, PRODUCT) : ` ${sign} ${print(value, isSigned(value) ? ATOM : PRODUCT)}`,
        )
        .join('');
    case 'product':
      return expression.factors
        .map(({ sign, value }, index) => (index === 0 ? print(value, SIGN) : `${sign}${print(value, POWER)}`))
        .join('');
    case 'power':
      return `${print(expression.base, ATOM)}**${print(expression.exponent, POWER)}`;
    case 'call':
      return `${expression.callee}(${print(expression.argument, SUM)})`;
  }
}

/** Prints with a leading minus, so that `a + -b` becomes `a + (-b)`. */
function isSigned(expression: Expression): boolean {
  if (expression.kind === 'negate') return true;
  return expression.kind === 'product' && expression.factors[0]?.value.kind === 'negate';
}
