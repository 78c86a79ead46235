import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crossSection, processForms } from '../src/algebra/process-forms.ts';
import {
  fluxFactor,
  FormValues,
  integrated,
  meanSquareAt,
  cosRange,
  type Reach,
  reachOf,
} from '../src/collide.ts';
import { angleOf } from '../src/numeric/angle.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { type Process, readProcess } from '../src/tree/process.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { named } from './compare-with-form.ts';
import { withInputs } from './declared-collision.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

const POINTS = 100;
/** Integrals take far longer than squared amplitudes. */
const POINTS_PER_TOTAL = 25;
const RANGE = { min: -0.83, max: 0.9 };

/** Values of all names below the energy, half of which is divided among the masses. */
const point = (names: readonly string[]) =>
  fc.record({
    energy: fc.double({ min: 1, max: 400, noNaN: true }),
    shares: fc.array(fc.double({ min: 0.02, max: 0.95, noNaN: true }), {
      minLength: names.length,
      maxLength: names.length,
    }),
    cos: fc.double({ min: RANGE.min, max: RANGE.max, noNaN: true }),
  });

const isMass = (name: string): boolean => /^(m|M|G[A-Z]?$|Gamma)/.test(name);

type Values = Reach & { kind: 'values' };

function valued(input: CollisionInput, values: Record<string, number>, energy: number): [Process, Values] {
  const process = readProcess(withInputs(input, values));
  const reach = reachOf(process, energy);
  if (reach.kind !== 'values') throw new Error(`not open but ${reach.kind}`);
  return [process, reach];
}

const same = (a: number, b: number): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-8 * Math.max(Math.abs(a), Math.abs(b)));

describe(`closed form and helicity sum agree at ${POINTS} random points, where both are positive`, () => {
  test.each(Object.entries({ ...COLLISIONS, ...TEXTBOOK }))('%s', (_name, input) => {
    // The closed form is found once, in symbols: it must hold at every point.
    const symbolic = readProcess(named(input));
    const forms = processForms(symbolic);
    const total = crossSection(symbolic, forms, cosRange(RANGE.min, RANGE.max));
    const names = named(input).parameters!.map(({ name }) => name);
    let count = 0;
    fc.assert(
      fc.property(point(names), ({ energy, shares, cos }) => {
        const values = Object.fromEntries(
          names.map((name, index) => [name, shares[index]! * (isMass(name) ? energy / 2 : 1)]),
        );
        const [process, reach] = valued(input, values, energy);
        const closed = new FormValues({ ...symbolic, parameters: process.parameters }, forms, energy);
        const square = meanSquareAt(process, reach, angleOf(cos));
        expect(reach.gauge).toEqual([]);
        expect(square).toBeGreaterThan(0);
        same(closed.meanSquare(cos), square);
        if (count++ % POINTS_PER_TOTAL === 0)
          same(closed.crossSection(total)!, integrated(process, reach, RANGE));
      }),
      { numRuns: POINTS, seed: 20240613, endOnFailure: true },
    );
  });
});

test('the flux factor is that of the textbook', () => {
  const [process, reach] = valued(
    COLLISIONS['phi1_phi2_phi3_phi4_contact']!,
    { ma: 1, mb: 2, m1: 0.5, m2: 0.25, lam: 1 },
    5,
  );
  const lambda = (a: number, b: number) => (25 - (a + b) ** 2) * (25 - (a - b) ** 2);
  const expected = Math.sqrt(lambda(0.5, 0.25) / lambda(1, 2)) / (32 * Math.PI * 25);
  same(fluxFactor(process, reach.sum.kinematics), expected);
});
