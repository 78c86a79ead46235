import { expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { squaredAmplitude } from '../src/compute-squared-amplitude.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { referenceCollision, referenceCollisions, structureOf } from './reference-collisions.ts';

const near = (value: number | undefined, expected: number, tolerance: number): void =>
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));

test.each(referenceCollisions.map((entry) => [entry.id, entry] as const))(
  '%s is as computed from helicity amplitudes at 32 digits',
  (_id, entry) => {
    const { expected, rel_tol: tolerance } = entry;
    const declared = referenceCollision(entry);
    const result = collide(declared);
    near(result.cross_section_gev_minus2, expected.sigma_gev_minus2, tolerance);
    near(result.cross_section_pb, expected.sigma_pb, tolerance);
    expect(result.check?.relative_difference).toBeLessThan(1e-9);
    expect(result.warnings).toEqual([]);
    const { squared_amplitude: amplitude } = squaredAmplitude({ ...declared, cos_theta: 0.3 });
    near(amplitude.value, expected.avg_M2_at_cos_0p3, tolerance);
  },
);

test('every diagram belongs to an entry of the reference file', () => {
  const named = new Set(referenceCollisions.map(({ id }) => structureOf(id)));
  expect(Object.keys(COLLISIONS).filter((name) => !named.has(name))).toEqual([]);
});
