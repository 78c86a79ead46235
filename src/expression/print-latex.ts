import type { Expression, Factor, FunctionName, Term } from './expression.ts';
import { latexName } from './latex-names.ts';

/** LaTeX for people; not meant to be read back. */
export const toLatex = (expression: Expression): string => printed(expression).text;

/** `loosest`: the operation that binds its parts most loosely, which decides where the text needs parentheses. */
type Printed = { readonly text: string; readonly loosest: 'sum' | 'minus' | 'product' | 'none' };

function printed(expression: Expression): Printed {
  switch (expression.kind) {
    case 'number':
      return latexNumber(expression.text);
    case 'rational':
      return latexRational(expression.numerator, expression.denominator);
    case 'name':
      return whole(latexName(expression.name));
    case 'constant':
      return whole({ pi: '\\pi', E: 'e', I: 'i' }[expression.name]);
    case 'negate':
      return { text: `-${parenthesised(printed(expression.operand), 'sum', 'minus')}`, loosest: 'minus' };
    case 'sum':
      return latexSum(expression.terms);
    case 'product':
      return latexProduct(expression.factors);
    case 'power':
      return latexPower(expression.base, expression.exponent);
    case 'call': {
      const [before, after] = AROUND[expression.callee];
      return whole(`${before}${toLatex(expression.argument)}${after}`);
    }
  }
}

const whole = (text: string): Printed => ({ text, loosest: 'none' });

function latexNumber(text: string): Printed {
  const [mantissa = '', exponent] = text.toLowerCase().split('e');
  if (exponent === undefined) return whole(mantissa);
  return { text: `${mantissa} \\cdot 10^{${Number(exponent)}}`, loosest: 'product' };
}

function latexRational(numerator: string, denominator: string): Printed {
  const unsigned = numerator.replace('-', '');
  const text = denominator === '1' ? unsigned : `\\frac{${unsigned}}{${denominator}}`;
  return numerator.startsWith('-') ? { text: `-${text}`, loosest: 'minus' } : whole(text);
}

function latexSum(terms: readonly Term[]): Printed {
  const shown = terms.map(({ sign, value }, index) => {
    const term = printed(value);
    if (index === 0) return term.text;
    const text = sign === '-' ? parenthesised(term, 'sum', 'minus') : term.text;
    return ` ${sign} ${text.startsWith('-') ? inParentheses(text) : text}`;
  });
  return { text: shown.join(''), loosest: 'sum' };
}

function latexProduct(factors: readonly Factor[]): Printed {
  const above = factors.filter(({ sign }) => sign === '*').map(({ value }) => value);
  const below = factors.filter(({ sign }) => sign === '/').map(({ value }) => value);
  if (below.length === 0) return juxtaposed(above);
  return whole(`\\frac{${juxtaposed(above).text}}{${juxtaposed(below).text}}`);
}

function juxtaposed(values: readonly Expression[]): Printed {
  const [first, ...others] = values
    .filter((value) => value.kind !== 'number' || value.text !== '1')
    .map(printed);
  if (first === undefined) return whole('1');
  if (others.length === 0) return first;
  const tail = others.map((other) => {
    const text = parenthesised(other, 'sum', 'minus');
    return /^[\d.]/.test(text) ? ` \\cdot ${text}` : ` ${text}`;
  });
  const loosest = first.loosest === 'minus' ? 'minus' : 'product';
  return { text: parenthesised(first, 'sum') + tail.join(''), loosest };
}

function latexPower(base: Expression, exponent: Expression): Printed {
  const bare = base.kind === 'name' || base.kind === 'constant' || isPlainNumber(base);
  const text = bare ? toLatex(base) : inParentheses(toLatex(base));
  return whole(`${text}^{${toLatex(exponent)}}`);
}

const isPlainNumber = (base: Expression): boolean => base.kind === 'number' && !/e/i.test(base.text);

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

const inParentheses = (text: string): string => `\\left(${text}\\right)`;

const parenthesised = ({ text, loosest }: Printed, ...operations: Printed['loosest'][]): string =>
  operations.includes(loosest) ? inParentheses(text) : text;
