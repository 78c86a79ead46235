import { expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import { sToVV, withValues } from './diagrams.ts';

const pair = (...types: ['particle', 'particle'] | ['particle', 'antiparticle']) =>
  decayRate(
    withValues(sToVV(['W', 'W'], types, ['mV', 'mV'], 'g*mV', 'lagrangian'), { g: 0.65, mV: 80.4, mS: 500 }),
  );

test('two particles of one complex field from a neutral parent are warned of', () => {
  expect(pair('particle', 'particle').warnings.join()).toMatch(/number of the complex field "W" by 2/);
});

test('a charged pair is not', () => {
  expect(pair('particle', 'antiparticle').warnings).toEqual([]);
});
