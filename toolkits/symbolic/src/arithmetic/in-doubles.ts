import { type Complex, evaluate, type Expression } from 'toolbase/toolkit';

const X: Expression = { kind: 'name', name: 'x' };
const POWER: Expression = { kind: 'power', base: X, exponent: { kind: 'name', name: 'n' } };
const NO_NAMES = new Map<string, never>();

/** What is not computed to more digits than a double has. */
export const inDoubles = {
  constant: (name: (Expression & { kind: 'constant' })['name']): Complex =>
    evaluate({ kind: 'constant', name }, NO_NAMES),
  power: (base: Complex, exponent: Complex): Complex =>
    evaluate(
      POWER,
      new Map([
        ['x', base],
        ['n', exponent],
      ]),
    ),
  call: (callee: (Expression & { kind: 'call' })['callee'], argument: Complex): Complex =>
    evaluate({ kind: 'call', callee, argument: X }, new Map([['x', argument]])),
};
