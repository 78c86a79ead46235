import type { Expression } from 'toolbase/toolkit';

/** The expression with names replaced by other expressions. */
export function substituted(expression: Expression, names: ReadonlyMap<string, Expression>): Expression {
  const inner = (value: Expression): Expression => substituted(value, names);
  switch (expression.kind) {
    case 'number':
    case 'rational':
    case 'constant':
      return expression;
    case 'name':
      return names.get(expression.name) ?? expression;
    case 'negate':
      return { kind: 'negate', operand: inner(expression.operand) };
    case 'sum':
      return {
        kind: 'sum',
        terms: expression.terms.map(({ sign, value }) => ({ sign, value: inner(value) })),
      };
    case 'product':
      return {
        kind: 'product',
        factors: expression.factors.map(({ sign, value }) => ({ sign, value: inner(value) })),
      };
    case 'power':
      return { kind: 'power', base: inner(expression.base), exponent: inner(expression.exponent) };
    case 'call':
      return { kind: 'call', callee: expression.callee, argument: inner(expression.argument) };
  }
}
