import { type FourVector, fourVector, type Momentum } from './four-vector.ts';

/** Polarisation vectors of a massive vector along a unit vector: two transverse and one longitudinal. They are real,
 * so incoming and outgoing ones are the same. */
export function massiveVectors(
  energy: number,
  mass: number,
  along: Momentum,
  p: number,
): readonly FourVector[] {
  const [first, second] = transverse(along);
  const [x, y, z] = along;
  const stretch = energy / mass;
  return [
    fourVector(0, first),
    fourVector(0, second),
    fourVector(p / mass, [stretch * x, stretch * y, stretch * z]),
  ];
}

/** The two polarisation vectors of a massless vector. */
export const transverseVectors = (along: Momentum): readonly FourVector[] =>
  transverse(along).map((direction) => fourVector(0, direction));

/** Two unit vectors at right angles to a unit vector and to each other. */
function transverse(along: Momentum): readonly [Momentum, Momentum] {
  const smallest = along
    .map(Math.abs)
    .reduce((best, size, k, all) => (size < (all[best] ?? 0) ? k : best), 0);
  const axis: Momentum = [smallest === 0 ? 1 : 0, smallest === 1 ? 1 : 0, smallest === 2 ? 1 : 0];
  const raw = cross(axis, along);
  const length = Math.hypot(...raw);
  const first: Momentum = [raw[0] / length, raw[1] / length, raw[2] / length];
  return [first, cross(along, first)];
}

const cross = ([a, b, c]: Momentum, [x, y, z]: Momentum): Momentum => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
