import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate, parseExpression, toLatex } from '../../src/expression/index.ts';
import { expressions, NAMES } from './arbitrary-expression.ts';
import { infixOfLatex } from './infix-of-latex.ts';

const names = new Set([
  'x',
  'y',
  'mS',
  'mf',
  'mchi',
  'alpha',
  'yL',
  'vev',
  'lam',
  'mH',
  'meL',
  'g_ew',
  'm_mu',
  'kappa',
  'width',
  'S',
  'm12',
  'alpha2',
]);

test.each([
  [
    'y**2*(mS**2 - 4*mf**2)**Rational(3,2)/(8*pi*mS**2)',
    '\\frac{y^{2} \\left(m_{S}^{2} - 4 m_{f}^{2}\\right)^{\\frac{3}{2}}}{8 \\pi m_{S}^{2}}',
  ],
  ['2*3**2', '2 \\cdot 3^{2}'],
  ['1e-3**2', '\\left(1 \\cdot 10^{-3}\\right)^{2}'],
  ['-(x + y)', '-\\left(x + y\\right)'],
  ['x - -y', 'x - \\left(-y\\right)'],
  ['x*(-y)', 'x \\left(-y\\right)'],
  ['S - (x + y)', 'S - \\left(x + y\\right)'],
  ['log(S - (x - y))', '\\log\\left(S - \\left(x - y\\right)\\right)'],
  ['S - 1*(x + y)', 'S - \\left(x + y\\right)'],
  ['-(-x*y)', '-\\left(-x y\\right)'],
  ['x*Rational(-1,3)', 'x \\left(-\\frac{1}{3}\\right)'],
  ['S*((-x)*y)', 'S \\left(-x y\\right)'],
  ['-x*y', '-x y'],
  ['sqrt(x)*exp(I*y)', '\\sqrt{x} e^{i y}'],
  ['Abs(x) + conjugate(y)', '\\left|x\\right| + \\overline{y}'],
  ['asin(x)/re(y)', '\\frac{\\arcsin\\left(x\\right)}{\\operatorname{Re}\\left(y\\right)}'],
  ['Rational(-1,3)', '-\\frac{1}{3}'],
  [
    'mchi + alpha + yL + m_mu',
    'm_{\\chi} + \\alpha + y_{\\mathrm{L}} + m_{\\mu}'.replace('\\mathrm{L}', 'L'),
  ],
  ['vev + lam*mH*meL*g_ew', '\\mathrm{vev} + \\mathrm{lam} m_{H} m_{\\mathrm{eL}} g_{\\mathrm{ew}}'],
  ['kappa*width*S*m12*alpha2', '\\kappa \\mathrm{width} S m_{\\mathrm{12}} \\alpha_{2}'],
])('%s', (text, expected) => {
  expect(toLatex(parseExpression(text, { names }))).toBe(expected);
});

test('LaTeX that is read again has the value of the expression', () => {
  const values = new Map([...NAMES].map((name, index) => [name, { re: [0.7, 1.9, 2.3][index] ?? 1, im: 0 }]));
  let compared = 0;
  fc.assert(
    fc.property(expressions, (expression) => {
      const expected = evaluate(expression, values);
      const size = Math.hypot(expected.re, expected.im);
      // Far from 1 rounding may be all that is left.
      fc.pre(size > 1e-4 && size < 1e4);
      const read = evaluate(parseExpression(infixOfLatex(toLatex(expression)), { names: NAMES }), values);
      compared += 1;
      expect(Math.hypot(read.re - expected.re, read.im - expected.im)).toBeLessThan(1e-6 * size);
    }),
    { seed: 20, numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(1000);
});
