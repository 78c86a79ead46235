import type { Expression, Factor, FunctionName } from './expression.ts';
import { latexName } from './latex-names.ts';

/** LaTeX for people; not meant to be read back. */
export function toLatex(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return latexNumber(expression.text);
    case 'rational':
      return latexRational(expression.numerator, expression.denominator);
    case 'name':
      return latexName(expression.name);
    case 'constant':
      return { pi: '\\pi', E: 'e', I: 'i' }[expression.name];
    case 'negate':
      return `-${parenthesised(expression.operand, 'sum', 'negate')}`;
    case 'sum':
      return expression.terms
        .map(({ sign, value }, index) => {
          const text = index > 0 && /^-/.test(toLatex(value)) ? inParentheses(value) : toLatex(value);
          return index === 0 ? text : ` ${sign} ${text}`;
        })
        .join('');
    case 'product':
      return latexProduct(expression.factors);
    case 'power':
      return latexPower(expression.base, expression.exponent);
    case 'call':
      return latexCall(expression.callee, expression.argument);
  }
}

function latexNumber(text: string): string {
  const [mantissa = '', exponent] = text.toLowerCase().split('e');
  return exponent === undefined ? mantissa : `${mantissa} \\cdot 10^{${Number(exponent)}}`;
}

function latexRational(numerator: string, denominator: string): string {
  if (denominator === '1') return numerator;
  const fraction = `\\frac{${numerator.replace('-', '')}}{${denominator}}`;
  return numerator.startsWith('-') ? `-${fraction}` : fraction;
}

function latexProduct(factors: readonly Factor[]): string {
  const above = factors.filter(({ sign }) => sign === '*').map(({ value }) => value);
  const below = factors.filter(({ sign }) => sign === '/').map(({ value }) => value);
  if (below.length === 0) return juxtaposed(above);
  return `\\frac{${juxtaposed(above)}}{${juxtaposed(below)}}`;
}

function juxtaposed(values: readonly Expression[]): string {
  const shown = values.filter((value) => value.kind !== 'number' || value.text !== '1');
  if (shown.length === 0) return '1';
  if (shown.length < values.length) return juxtaposed(shown);
  return values
    .map((value, index) => {
      if (values.length === 1) return toLatex(value);
      const text = index === 0 ? parenthesised(value, 'sum') : parenthesised(value, 'sum', 'negate');
      if (index === 0) return text;
      return /^[\d.]/.test(text) ? ` \\cdot ${text}` : ` ${text}`;
    })
    .join('');
}

function latexPower(base: Expression, exponent: Expression): string {
  const raised = toLatex(exponent);
  const bare = base.kind === 'name' || base.kind === 'constant' || isPlainNumber(base);
  const text = bare ? toLatex(base) : inParentheses(base);
  return `${text}^{${raised}}`;
}

const isPlainNumber = (base: Expression): boolean => base.kind === 'number' && !/e/i.test(base.text);

function latexCall(callee: FunctionName, argument: Expression): string {
  const inner = toLatex(argument);
  const [before, after] = AROUND[callee];
  return `${before}${inner}${after}`;
}

const called = (operator: string): readonly [string, string] => [`${operator}\\left(`, '\\right)'];

const AROUND: Readonly<Record<FunctionName, readonly [before: string, after: string]>> = {
  sqrt: ['\\sqrt{', '}'],
  exp: ['e^{', '}'],
  Abs: ['\\left|', '\\right|'],
  conjugate: ['\\overline{', '}'],
  re: called('\\operatorname{Re}'),
  im: called('\\operatorname{Im}'),
  log: called('\\log'),
  sin: called('\\sin'),
  cos: called('\\cos'),
  tan: called('\\tan'),
  asin: called('\\arcsin'),
  acos: called('\\arccos'),
  atan: called('\\arctan'),
  sinh: called('\\sinh'),
  cosh: called('\\cosh'),
  tanh: called('\\tanh'),
};

const inParentheses = (value: Expression): string => `\\left(${toLatex(value)}\\right)`;

const parenthesised = (value: Expression, ...kinds: Expression['kind'][]): string =>
  kinds.includes(value.kind) ? inParentheses(value) : toLatex(value);
