import { describe, expect, it } from 'vitest';
import { rational, rationalText } from '../../src/kernel/index.ts';
import { meanOf } from '../../src/stats/index.ts';

describe('the mean', () => {
  it('is exact: ten times 0.1 averages to one tenth', () => {
    const mean = meanOf(Array.from({ length: 10 }, () => rational('0.1')));
    expect(mean === undefined ? '' : rationalText(mean)).toBe('1/10');
  });

  it('of nothing is undefined, not zero', () => {
    expect(meanOf([])).toBeUndefined();
  });
});
