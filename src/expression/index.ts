export { type Comparison, type ComparisonOptions, compareExpressions, type Variable } from './compare.ts';
export { evaluate } from './evaluate.ts';
export { exactValue } from './exact-value.ts';
export {
  type Complex,
  type ConstantName,
  type Expression,
  type Factor,
  type FunctionName,
  type Term,
} from './expression.ts';
export { freeNames } from './free-names.ts';
export { type ParseOptions, parseExpression } from './parse.ts';
export { toLatex } from './print-latex.ts';
export { toSympy } from './print-sympy.ts';
