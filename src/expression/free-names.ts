import type { Expression } from './expression.ts';

/** Names whose values an expression needs. */
export function freeNames(expression: Expression): Set<string> {
  const found = new Set<string>();
  collect(expression, found);
  return found;
}

function collect(expression: Expression, found: Set<string>): void {
  switch (expression.kind) {
    case 'number':
    case 'rational':
    case 'constant':
      return;
    case 'name':
      found.add(expression.name);
      return;
    case 'negate':
      collect(expression.operand, found);
      return;
    case 'sum':
      for (const { value } of expression.terms) collect(value, found);
      return;
    case 'product':
      for (const { value } of expression.factors) collect(value, found);
      return;
    case 'power':
      collect(expression.base, found);
      collect(expression.exponent, found);
      return;
    case 'call':
      collect(expression.argument, found);
  }
}
