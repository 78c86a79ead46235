import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rational, rationalText, sumOf } from '../../src/kernel/index.ts';

describe('exact numbers', () => {
  it('read decimals as they are written', () => {
    expect(rationalText(rational(0.1))).toBe('1/10');
    expect(rationalText(rational('1e-3'))).toBe('1/1000');
    expect(rationalText(rational('2.5e2'))).toBe('250');
    expect(rationalText(rational('1/3'))).toBe('1/3');
  });

  it('add up weights that binary floating point misses', () => {
    const parts = [0.1, 0.2];
    expect(parts.reduce((a, b) => a + b)).not.toBe(0.3);
    expect(rationalText(sumOf(parts.map((part) => rational(part))))).toBe('3/10');
  });

  it.each(['', 'abc', '1/0', '0x10', 'Infinity', 'NaN', '1e9999', '1'.repeat(65), '1.(3)', '--1'])(
    'refuse %j',
    (text) => {
      expect(() => rational(text)).toThrow(RangeError);
    },
  );

  it('survive being written and read again', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 12n), (n, d) => {
        const value = rational(`${n}/${d}`);
        expect(rational(rationalText(value)).equals(value)).toBe(true);
      }),
    );
  });
});
