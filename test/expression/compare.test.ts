import { describe, expect, test } from 'vitest';
import { compareExpressions, parseExpression } from '../../src/expression/index.ts';

const variables = [
  { name: 'y', min: 0.1, max: 2 },
  { name: 'mS', min: 1000, max: 2000 },
  { name: 'mf', min: 10, max: 450 },
];
const names = new Set(['y', 'mS', 'mf']);
const compare = (candidate: string, reference: string, points = 20) =>
  compareExpressions(parseExpression(candidate, { names }), parseExpression(reference, { names }), {
    variables,
    points,
    seed: 42,
    relTol: 1e-9,
  });

const REFERENCE = 'y**2*mS/(8*pi)*(1 - 4*mf**2/mS**2)**Rational(3,2)';

test('another form of the same function is equal', () => {
  const result = compare('y^2 * (mS^2 - 4*mf^2) * sqrt(mS^2 - 4*mf^2) / (8*pi*mS^2)', REFERENCE);
  expect(result.equal).toBe(true);
  expect(result.maxRelativeDeviation).toBeLessThan(1e-13);
  expect(result).toMatchObject({ pointsCompared: 20, pointsUndefined: 0 });
});

test('a function that differs by a factor is told from the reference by that factor', () => {
  const result = compare(`(${REFERENCE})/2`, REFERENCE);
  expect(result.equal).toBe(false);
  expect(result.maxRelativeDeviation).toBeCloseTo(0.5, 12);
});

test('a number that is right at one point is not the function', () => {
  expect(compare('23.4649117229451', REFERENCE).equal).toBe(false);
});

test('the worst point is where the deviation is largest, inside the ranges', () => {
  const { worstPoint } = compare('y + mf', 'y + mf + 1e-3*mf/mS');
  expect(worstPoint['y']).toBeGreaterThanOrEqual(0.1);
  expect(worstPoint['mS']).toBeLessThan(2000);
  expect(Object.keys(worstPoint)).toEqual(['y', 'mS', 'mf']);
});

// splitmix64 with seed 42 begins 13679457532755275413 (published test vector of the generator).
test('the points are those of splitmix64', () => {
  const { worstPoint } = compare('y', '2*y', 1);
  const first = Number(13679457532755275413n >> 11n) / 2 ** 53;
  expect(worstPoint['y']).toBe(0.1 + first * (2 - 0.1));
});

describe('points without a value', () => {
  test('are left out and counted where the reference has none', () => {
    expect(compare('y', 'y/(mS - mS)')).toEqual({
      equal: false,
      maxRelativeDeviation: 0,
      worstPoint: {},
      pointsCompared: 0,
      pointsUndefined: 20,
    });
  });
  test('count against a candidate that has none', () => {
    expect(compare('y/(mS - mS)', 'y')).toMatchObject({ equal: false, maxRelativeDeviation: 2 });
  });
});

test('two expressions that are zero are equal', () => {
  expect(compare('y - y', '0')).toMatchObject({ equal: true, maxRelativeDeviation: 0 });
  expect(compare('1e-30*y', '0')).toMatchObject({ equal: false, maxRelativeDeviation: 1 });
});

test('an imaginary part counts', () => {
  expect(compare('y + 1e-3*I', 'y').equal).toBe(false);
  expect(compare('sqrt(-mS**2)', 'I*mS').equal).toBe(true);
});

test('a value whose magnitude overflows deviates by a number, and is not forgotten at the next point', () => {
  const overflow = '1.5*10^308*(1 + I)';
  expect(compare(overflow, 'y')).toMatchObject({ equal: false, maxRelativeDeviation: 1 });
  expect(compare(overflow, `-${overflow}`)).toMatchObject({ equal: false, maxRelativeDeviation: 2 });
  expect(compare(overflow, overflow)).toMatchObject({ equal: true, maxRelativeDeviation: 0 });
  // Right everywhere but at the first point.
  const first = compare('y', '2*y', 1).worstPoint['y'] ?? 0;
  const peaked = `y + ${overflow}*exp(-10^12*(y - ${first})^2)`;
  expect(compare(peaked, 'y', 2)).toMatchObject({ equal: false, pointsCompared: 2 });
});
