import fc from 'fast-check';
import type { Expression } from '../../src/expression/index.ts';

export const NAMES: ReadonlySet<string> = new Set(['x', 'mS', 'y_2']);

const FUNCTIONS = ['sqrt', 'log', 'exp', 'sin', 'acos', 'tanh', 'Abs', 're', 'im', 'conjugate'] as const;

/** Every expression that a parser can make of names x, mS, y_2. */
export const expressions: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>((tie) => {
  const inner = tie('expression');
  return {
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom('0', '1', '2.50', '.5', '1e-3').map((text): Expression => ({ kind: 'number', text })),
      fc.constantFrom(...NAMES).map((name): Expression => ({ kind: 'name', name })),
      fc.constantFrom('pi' as const, 'I' as const).map((name): Expression => ({ kind: 'constant', name })),
      fc
        .tuple(fc.integer(), fc.integer({ min: 1 }))
        .map(([n, d]): Expression => ({ kind: 'rational', numerator: `${n}`, denominator: `${d}` })),
      inner.map((operand): Expression => ({ kind: 'negate', operand })),
      fc
        .array(fc.record({ sign: fc.constantFrom('+' as const, '-' as const), value: inner }), {
          minLength: 2,
          maxLength: 4,
        })
        .map((parts): Expression => ({ kind: 'sum', terms: withFirst('+', parts) })),
      fc
        .array(fc.record({ sign: fc.constantFrom('*' as const, '/' as const), value: inner }), {
          minLength: 2,
          maxLength: 4,
        })
        .map((parts): Expression => ({ kind: 'product', factors: withFirst('*', parts) })),
      fc.tuple(inner, inner).map(([base, exponent]): Expression => ({ kind: 'power', base, exponent })),
      fc
        .tuple(fc.constantFrom(...FUNCTIONS), inner)
        .map(([callee, argument]): Expression => ({ kind: 'call', callee, argument })),
    ),
  };
}).expression;

const withFirst = <S extends string>(sign: S, parts: { sign: S; value: Expression }[]) =>
  parts.map((part, index) => (index === 0 ? { ...part, sign } : part));
