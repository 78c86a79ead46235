/** Value of an expression. */
export type Complex = { readonly re: number; readonly im: number };

export const FUNCTIONS = [
  'sqrt',
  'log',
  'exp',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'Abs',
  're',
  'im',
  'conjugate',
] as const;
/** Functions of one argument. Complex ones take their principal branch. */
export type FunctionName = (typeof FUNCTIONS)[number];

export const CONSTANTS = ['pi', 'E', 'I'] as const;
export type ConstantName = (typeof CONSTANTS)[number];

/** A parsed arithmetic expression. Sums and products are flat, in the order written; nesting is what parentheses,
 * signs, powers and calls make. */
export type Expression =
  /** Unsigned decimal as written ("0.87", "1e-3"), so that its exact value is not lost. */
  | { readonly kind: 'number'; readonly text: string }
  /** Numerator with its sign, positive denominator: `Rational(3, 2)`. */
  | { readonly kind: 'rational'; readonly numerator: string; readonly denominator: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: ConstantName }
  | { readonly kind: 'negate'; readonly operand: Expression }
  /** At least two terms, the first one with `+`. */
  | { readonly kind: 'sum'; readonly terms: readonly Term[] }
  /** At least two factors, the first one with `*`. */
  | { readonly kind: 'product'; readonly factors: readonly Factor[] }
  | { readonly kind: 'power'; readonly base: Expression; readonly exponent: Expression }
  | { readonly kind: 'call'; readonly callee: FunctionName; readonly argument: Expression };

export type Term = { readonly sign: '+' | '-'; readonly value: Expression };
export type Factor = { readonly sign: '*' | '/'; readonly value: Expression };
