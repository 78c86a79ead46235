import { expect, test } from 'vitest';
import { parseExpression, toLatex } from '../../src/expression/index.ts';

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
