import { describe, expect, test } from 'vitest';
import { type Complex, evaluate, exactValue, parseExpression } from '../../src/expression/index.ts';
import { rational, rationalText } from '../../src/kernel/index.ts';

const names = new Set(['x', 'y']);
const at = (text: string, x: Complex = { re: 0, im: 0 }) =>
  evaluate(
    parseExpression(text, { names }),
    new Map([
      ['x', x],
      ['y', { re: 2, im: 0 }],
    ]),
  );

const close = (actual: Complex, [re, im]: readonly [number, number]) => {
  expect(Math.hypot(actual.re - re, actual.im - im)).toBeLessThanOrEqual(4e-15 * Math.hypot(re, im));
};

// Reference values: SymPy 1.14, evaluated to 17 digits.
describe('functions take the principal branch that SymPy takes', () => {
  test.each([
    ['asin(2)', [1.5707963267948966, -1.3169578969248167]],
    ['acos(2)', [0, 1.3169578969248167]],
    ['asin(-2)', [-1.5707963267948966, 1.3169578969248167]],
    ['acos(-2)', [3.1415926535897932, -1.3169578969248167]],
    ['atan(2*I)', [1.5707963267948966, 0.54930614433405485]],
    ['atan(-2*I)', [-1.5707963267948966, -0.54930614433405485]],
    ['log(-1)', [0, 3.1415926535897932]],
    ['log(-(1))', [0, 3.1415926535897932]],
    ['sqrt(-4)', [0, 2]],
    ['sqrt(-(4))', [0, 2]],
    ['(-4)**Rational(3,2)', [0, -8]],
    ['(-8)**Rational(1,3)', [1, 1.7320508075688773]],
    ['(-2)**Rational(5,2)', [0, 5.6568542494923802]],
    ['(1+I)**Rational(1,2)', [1.09868411346781, 0.45508986056222734]],
    ['(1+2*I)**(2-I)', [2.428447747683069, 14.93241486964456]],
    ['asin(2+I)', [1.0634400235777521, 1.4693517443681853]],
    ['acos(2-I)', [0.50735630321714456, 1.4693517443681853]],
    ['asin(-300000+I)', [-1.57079299346156328, 13.3046849342010612]],
    ['atan(1+2*I)', [1.3389725222944936, 0.40235947810852509]],
    ['tanh(1+I)', [1.0839233273386945, 0.27175258531951172]],
    ['tan(1+I)', [0.27175258531951172, 1.0839233273386945]],
    ['tanh(-800+I)', [-1, 0]],
    ['exp(I*pi)', [-1, 0]],
    ['conjugate(3+4*I)', [3, -4]],
    ['Abs(3+4*I)', [5, 0]],
    ['re(3+4*I)', [3, 0]],
    ['im(3+4*I)', [4, 0]],
    ['(3+4*I)**2', [-7, 24]],
    ['(3+4*I)**-1', [0.12, -0.16]],
  ] as const)('%s', (text, expected) => {
    close(at(text), expected);
  });
});

test('a real argument in the real domain gives a real value without rounding in between', () => {
  expect(at('sqrt(4)')).toEqual({ re: 2, im: 0 });
  expect(at('cos(0)')).toEqual({ re: 1, im: 0 });
  expect(at('asin(1)')).toEqual({ re: Math.PI / 2, im: 0 });
  expect(at('y**10')).toEqual({ re: 1024, im: 0 });
});

test('where there is no value the result is not finite', () => {
  for (const text of [
    '1/x',
    'x/x',
    'log(x)',
    'x**-1',
    'x**I',
    'sqrt(1/x)',
    'exp(1000*y)',
    '0**-Rational(1,2)',
  ])
    expect(Number.isFinite(at(text).re), text).toBe(false);
  expect(at('x**0')).toEqual({ re: 1, im: 0 });
  expect(at('x**2')).toEqual({ re: 0, im: 0 });
});

test('a name without a value is an error', () => {
  expect(() => evaluate(parseExpression('x', { names }), new Map())).toThrow(RangeError);
});

describe('exact values', () => {
  const values = new Map([['x', rational('0.1')]]);
  const exact = (text: string) => {
    const value = exactValue(parseExpression(text, { names }), values);
    return value === undefined ? undefined : rationalText(value);
  };
  test.each([
    ['x + 0.2', '3/10'],
    ['3*x - Rational(3, 10)', '0'],
    ['-x**2/4', '-1/400'],
    ['2**-3', '1/8'],
    ['1e-20', '1/100000000000000000000'],
  ])('%s is %s', (text, expected) => {
    expect(exact(text)).toBe(expected);
  });
  test.each([
    '((10**60)**60)**60',
    'sqrt(4)',
    'pi',
    'I',
    'y',
    '1/(x - x)',
    'x**65',
    'x**Rational(1,2)',
    '(x-x)**-1',
  ])('%s has none', (text) => {
    expect(exact(text)).toBeUndefined();
  });
});
