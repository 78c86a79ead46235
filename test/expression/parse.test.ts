import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluate,
  type Expression,
  freeNames,
  parseExpression,
  toSympy,
} from '../../src/expression/index.ts';
import { isToolbaseError, type ToolbaseError } from '../../src/kernel/index.ts';
import { expressions, NAMES } from './arbitrary-expression.ts';

const names = new Set(['x', 'y', 'mS', 'mf']);
const none: ReadonlyMap<string, { re: number; im: number }> = new Map();
const valueOf = (text: string) => evaluate(parseExpression(text, { names: new Set() }), none);

function failure(text: string, given: ReadonlySet<string> = names): ToolbaseError {
  try {
    parseExpression(text, { names: given });
  } catch (error) {
    if (isToolbaseError(error)) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

describe('precedence is that of Python and SymPy', () => {
  test.each([
    ['-2**2', -4],
    ['-2^2', -4],
    ['2**-2', 0.25],
    ['2**3**2', 512],
    ['2^3^2', 512],
    ['(2**3)**2', 64],
    ['-2**-2', -0.25],
    ['2*-3', -6],
    ['--3', 3],
    ['+-+3', -3],
    ['8/4/2', 1],
    ['8/4*2', 4],
    ['8-4-2', 2],
    ['1-2*3**2', -17],
    ['-1+2', 1],
    ['2--3', 5],
    ['Rational(3,2)*2', 3],
    ['Rational(-3, 2)', -1.5],
    ['4**Rational(1,2)', 2],
    ['abs(-3)', 3],
    ['Abs(-3)', 3],
    ['.5e1', 5],
    ['5.', 5],
    ['1E+2', 100],
  ])('%s is %d', (text, expected) => {
    expect(valueOf(text)).toEqual({ re: expected, im: 0 });
  });
});

describe('text that is not arithmetic is refused with its position', () => {
  test.each([
    ['', 1, 'expected a number'],
    ['2x', 2, 'expected an operator'],
    ['2(3)', 2, 'expected an operator'],
    ['x y', 3, 'expected an operator'],
    ['(x)(y)', 4, 'expected an operator'],
    ['x +', 4, 'expected a number'],
    ['(x', 3, 'closing parenthesis'],
    ['x)', 2, 'expected an operator or the end'],
    ['x**', 4, 'expected a number'],
    ['x***y', 4, 'expected a number'],
    ['z + 1', 1, 'expected a known name (mS, mf, x, y)'],
    ['x.real', 2, 'expected a number'],
    ['__import__("os")', 12, 'expected a number'],
    ['eval(x)', 1, 'expected a function'],
    ['x; y', 2, 'expected a number'],
    ['lambda: 0', 7, 'expected a number'],
    ['x(2)', 1, 'expected a function'],
    ['sqrt', 1, 'after the function sqrt'],
    ['sqrt(2, 3)', 7, 'closing parenthesis'],
    ['Rational(1)', 11, 'expected a comma'],
    ['Rational(x, 2)', 10, 'expected an integer'],
    ['Rational(1, 0)', 13, 'other than 0'],
    ['1e400', 1, 'between 1e-307 and 1e308'],
    ['1e-400', 1, 'between 1e-307 and 1e308'],
    [`1${'0'.repeat(80)}`, 1, 'at most 64 characters'],
    ['1..2', 3, 'expected an operator'],
    ['x\u0000', 2, 'U+0000'],
    ['2\u22c5x', 2, 'U+22C5'],
    ['x\u{1f600}', 2, 'U+1F600'],
    ['x = 2', 3, 'U+003D'],
    ['x < y', 3, 'U+003C'],
    ['[x]', 1, 'U+005B'],
  ])('%j', (text, position, expected) => {
    const { code, message } = failure(text);
    expect(code).toBe('BAD_EXPRESSION');
    expect(message).toContain(expected);
    expect(message).toContain(`at position ${position} of`);
  });
});

test('a text longer than the limit is refused', () => {
  expect(failure('x+'.repeat(2048) + 'x').code).toBe('BAD_EXPRESSION');
  expect(() => parseExpression('x + y', { names, maxLength: 4 })).toThrow('at most 4 characters');
});

test('nesting and size are bounded', () => {
  const nested = (levels: number) => `${'('.repeat(levels)}x${')'.repeat(levels)}`;
  expect(parseExpression(nested(100), { names })).toEqual({ kind: 'name', name: 'x' });
  expect(failure(nested(101)).message).toContain('levels of nesting');
  expect(failure('-'.repeat(101) + 'x').message).toContain('levels of nesting');
  expect(failure('x**'.repeat(101) + 'x').message).toContain('levels of nesting');
  expect(() => parseExpression(`${'x+'.repeat(5000)}x`, { names, maxLength: 20_000 })).toThrow(
    'at most 5000 parts',
  );
});

test('a long flat sum is no deep recursion', () => {
  const sum = parseExpression(`${'x+'.repeat(2000)}x`, { names });
  expect(evaluate(sum, new Map([['x', { re: 1, im: 0 }]]))).toEqual({ re: 2001, im: 0 });
});

test('pi and E are constants unless they are given names, I is always the imaginary unit', () => {
  expect(valueOf('pi')).toEqual({ re: Math.PI, im: 0 });
  expect(valueOf('E')).toEqual({ re: Math.E, im: 0 });
  expect(valueOf('I*I').re).toBe(-1);
  expect(parseExpression('E', { names: new Set(['E']) })).toEqual({ kind: 'name', name: 'E' });
  expect(failure('1', new Set(['I'])).code).toBe('BAD_NAME');
});

test('numbers keep their text', () => {
  expect(parseExpression('0.10', { names })).toEqual({ kind: 'number', text: '0.10' });
});

test('free names are those that occur', () => {
  const expression = parseExpression('y**2*sqrt(mS - 4*mf)/pi + Rational(1, 2)', { names });
  expect([...freeNames(expression)].sort()).toEqual(['mS', 'mf', 'y']);
});

test('printing and parsing an expression gives it back', () => {
  fc.assert(
    fc.property(expressions, (expression: Expression) => {
      expect(parseExpression(toSympy(expression), { names: NAMES, maxLength: 100_000 })).toEqual(expression);
    }),
    { numRuns: 500 },
  );
});

test('any text is either parsed or refused as BAD_EXPRESSION', () => {
  const piece = fc.constantFrom(
    'x',
    'sqrt',
    '(',
    ')',
    '+',
    '-',
    '*',
    '/',
    '^',
    ',',
    '1',
    '.',
    'e',
    ' ',
    'I',
    '"',
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: piece, maxLength: 30 })),
      (text) => {
        try {
          parseExpression(text, { names });
        } catch (error) {
          expect(isToolbaseError(error) && error.code).toBe('BAD_EXPRESSION');
        }
      },
    ),
    { numRuns: 1000 },
  );
});
