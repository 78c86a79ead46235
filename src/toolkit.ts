// Imported file by file: `pack` puts what this reaches into every toolkit.
export { type Comparison, compareExpressions } from './expression/compare.ts';
export { evaluate } from './expression/evaluate.ts';
export { exactValue } from './expression/exact-value.ts';
export { type Complex, type Expression } from './expression/expression.ts';
export { freeNames } from './expression/free-names.ts';
export { parseExpression } from './expression/parse.ts';
export { toLatex } from './expression/print-latex.ts';
export { toSympy } from './expression/print-sympy.ts';
export { nearMatches } from './kernel/near-matches.ts';
export { type Rational, rational } from './kernel/rational.ts';
export { ToolbaseError } from './kernel/toolbase-error.ts';
export {
  defineOperation,
  defineToolkit,
  type OperationContext,
  type OperationDefinition,
  type ToolkitDefinition,
} from './manifest/define.ts';
