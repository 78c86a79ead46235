import type { Expression } from 'toolbase/toolkit';
import * as z from 'zod';

/** One node of a formula. Arguments are positions in the list of all nodes. */
export const FormulaNode = z.strictObject({
  kind: z.enum([
    'number',
    'rational',
    'name',
    'constant',
    'negative',
    'sum',
    'product',
    'reciprocal',
    'power',
    'call',
  ]),
  value: z.string().optional().describe('Digits, "3/2", a name, pi, E, I, or a function.'),
  args: z.array(z.number().int()).optional().describe('Positions of its arguments in this list.'),
});
export type FormulaNode = z.output<typeof FormulaNode>;

/** A formula as a flat list: each node after its arguments, the whole formula last. Equal nodes stand once. */
export function expressionNodes(expression: Expression): FormulaNode[] {
  const nodes: FormulaNode[] = [];
  const known = new Map<string, number>();
  const add = (node: FormulaNode): number => {
    const key = JSON.stringify(node);
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, nodes.length);
    return nodes.push(node) - 1;
  };
  const visit = (part: Expression): number => {
    switch (part.kind) {
      case 'number':
        return add({ kind: 'number', value: part.text });
      case 'rational':
        return add({ kind: 'rational', value: `${part.numerator}/${part.denominator}` });
      case 'name':
      case 'constant':
        return add({ kind: part.kind, value: part.name });
      case 'negate':
        return add({ kind: 'negative', args: [visit(part.operand)] });
      case 'sum':
        return add({
          kind: 'sum',
          args: part.terms.map(({ sign, value }) => {
            const at = visit(value);
            return sign === '+' ? at : add({ kind: 'negative', args: [at] });
          }),
        });
      case 'product':
        return add({
          kind: 'product',
          args: part.factors.map(({ sign, value }) => {
            const at = visit(value);
            return sign === '*' ? at : add({ kind: 'reciprocal', args: [at] });
          }),
        });
      case 'power':
        return add({ kind: 'power', args: [visit(part.base), visit(part.exponent)] });
      case 'call':
        return add({ kind: 'call', value: part.callee, args: [visit(part.argument)] });
    }
  };
  visit(expression);
  return nodes;
}
