import { expect, test } from 'vitest';
import { boosted, directionOf } from '../src/decay/boost.ts';
import { meanDistance, parentFlight } from '../src/decay/flight.ts';
import { segmentInside } from '../src/yields/cylinder.ts';
import { daughterAcceptance } from '../src/yields/daughter-acceptance.ts';
import { decayProbability } from '../src/yields/decay-probability.ts';
import { geometryOf as declaredGeometry, VolumeInput } from '../src/yields/volume-input.ts';
import { geometryOf, referenceEntries } from './reference-yields.ts';

const close = (value: number, expected: number, tolerance: number): void => {
  if (expected === 0) expect(value).toBe(0);
  else expect(Math.abs(value / expected - 1)).toBeLessThanOrEqual(tolerance);
};

const rays = referenceEntries.filter((entry) => entry.process === 'ray');
test.each(rays)(
  'the path of $id through the cylinder is exact',
  ({ inputs, expected, rel_tol: tolerance }) => {
    const segment = segmentInside(geometryOf(inputs.geometry), inputs.origin, inputs.direction);
    expect(segment !== undefined).toBe(expected.hits);
    if (segment === undefined) return;
    close(segment.inM, expected.L_in ?? NaN, tolerance);
    close(segment.outM, expected.L_out ?? NaN, tolerance);
    close(decayProbability(segment.inM, segment.outM, inputs.decay_length_m), expected.P_dec, tolerance);
  },
);

const decays = referenceEntries.filter((entry) => entry.process === 'daughter');
test.each(decays)('the acceptance of both daughters of $id', ({ inputs, expected, rel_tol: tolerance }) => {
  const { direction, p: momentum, m_phi: mass, m_daughter: daughter } = inputs;
  const size = Math.hypot(...direction);
  const [x, y, z] = direction;
  const found = daughterAcceptance(
    geometryOf(inputs.geometry),
    { direction: [x / size, y / size, z / size], momentum, mass, daughterMasses: [daughter, daughter] },
    inputs.decay_vertex,
  );
  close(found, expected.acceptance, tolerance);
});

const flights = referenceEntries.filter((entry) => entry.process === 'flight');
test.each(flights)('the flight of $id to the shield', ({ inputs, expected, rel_tol: tolerance }) => {
  const { p, m, theta, ctau_m: ctau, z_shield: shield } = inputs;
  const flight = parentFlight(p, m, Math.cos(theta), ctau, shield);
  close(flight.decayLengthM, expected.decay_length_m, tolerance);
  close(flight.probability, expected.P_decay_before_shield, tolerance);
  close(meanDistance(flight) * Math.cos(theta), expected.mean_z_prod, tolerance);
});

const boosts = referenceEntries.filter((entry) => entry.process === 'boost');
test.each(boosts)('the boost of $id', ({ inputs, expected, rel_tol: tolerance }) => {
  const { p_parent: momentum, m_parent: parent, m_phi: mass, x, cos_theta_star: cos, phi_star: phi } = inputs;
  const found = boosted(momentum, parent, mass, (x * parent) / 2, directionOf(cos, phi));
  close(found.energy, expected.E, tolerance);
  found.momentum.forEach((value, i) =>
    close(value, [expected.px, expected.py, expected.pz][i] ?? NaN, tolerance),
  );
});

test('a long lifetime costs no digits of the probability', () => {
  expect(decayProbability(112, 163, 1e9)).toBeCloseTo(5.0999993e-8, 14);
  expect(decayProbability(112, 163, 1e300)).toBe(51e-300);
});

test('a plane of the detector that is missing is told from one inside the volume', () => {
  const volume = { flux_path: 'a.arrow', m_phi_gev: 0.2, z_min_m: 40, z_max_m: 90, r_volume_m: 1 };
  const geometry = (more: object) => () =>
    declaredGeometry(VolumeInput.parse({ ...volume, ...more }), 'two_track');
  expect(geometry({})).toThrow('z_det_m is missing: two_track asks for daughters on a plane');
  expect(geometry({ z_det_m: 80 })).toThrow('80 m is not behind the decay volume, which ends at 90 m');
  expect(geometry({ z_det_m: 95 })()).toMatchObject({ zDet: 95 });
});
