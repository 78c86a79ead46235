import type { Geometry } from './cylinder.ts';

/** A scalar on its way: unit direction, |p| and masses in GeV. */
export type Flight = {
  readonly direction: readonly [number, number, number];
  readonly momentum: number;
  readonly mass: number;
  readonly daughterMasses: readonly [number, number];
};

/** Azimuths of the first level; each further level halves the steps. */
const FIRST = 16;
const LEVELS = 5;
/** A level that moves the average by less ends it: absolute, and relative to the average. */
const ABSOLUTE = 2e-5;
const RELATIVE = 1e-4;

type Azimuth = readonly [cos: number, sin: number];

/** The azimuths that each level adds, over half a turn (when the daughters are alike) or a whole one. */
const levels = (turn: number): readonly (readonly Azimuth[])[] =>
  Array.from({ length: LEVELS }, (_none, level) => {
    const count = level === 0 ? FIRST : FIRST * 2 ** (level - 1);
    return Array.from({ length: count }, (_nothing, i) => {
      const angle = (turn * (i + (level === 0 ? 0 : 0.5))) / count;
      return [Math.cos(angle), Math.sin(angle)];
    });
  });
const HALF_TURN = levels(Math.PI);
const WHOLE_TURN = levels(2 * Math.PI);

/** Fraction of isotropic two-body decays at a point of which both daughters, on straight lines, cross the disc at z_det.
 * Exact in the polar angle of the decay; the azimuth is averaged over equally spaced values, exact on the axis and to
 * about 1e-4 of the result elsewhere.
 * @param flight with mass above the sum of the daughters' masses   @param point of the decay, before z_det; m */
export function daughterAcceptance(
  geometry: Geometry,
  flight: Flight,
  point: readonly [number, number, number],
): number {
  const sight = sightOf(geometry, flight.direction, point);
  if (sight === undefined) return 0;
  const decay = decayOf(flight);
  const alike = flight.daughterMasses[0] === flight.daughterMasses[1];
  let mean = NaN;
  let sum = 0;
  let count = 0;
  for (const azimuths of alike ? HALF_TURN : WHOLE_TURN) {
    for (const [cos, sin] of azimuths) {
      const [ahead, opposite] = reach(sight, cos, sin);
      sum += 1 - lost(decay, ahead, opposite) / 2;
    }
    count += azimuths.length;
    const before = mean;
    mean = sum / count;
    if (Math.abs(mean - before) <= ABSOLUTE + RELATIVE * mean) break;
  }
  return mean;
}

/** What the disc looks like from the point of the decay, in a frame along the scalar: the plane at distance 1, in which
 * lines of flight are points, shows it as the conic `a T^2 + 2 b T + c <= 0` at radius T and a given azimuth. */
type Sight = {
  readonly geometry: Geometry;
  readonly direction: readonly [number, number, number];
  readonly first: readonly [number, number, number];
  readonly second: readonly [number, number, number];
  /** Transverse place relative to the disc's centre, and distance to its plane. */
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  readonly c: number;
};

/** Undefined when the scalar's own line misses the disc: the momenta of both daughters lie on opposite sides of it, so
 * one of them then misses too. */
function sightOf(
  geometry: Geometry,
  direction: readonly [number, number, number],
  point: readonly [number, number, number],
): Sight | undefined {
  const [dx, dy, dz] = direction;
  const x = point[0] - geometry.xOff;
  const y = point[1];
  const distance = geometry.zDet - point[2];
  if (distance <= 0 || dz <= 0) return undefined;
  const c = Math.hypot(x * dz + distance * dx, y * dz + distance * dy) - geometry.detRadius * dz;
  if (c >= 0) return undefined;
  const along = Math.hypot(dz, dx);
  const first = [dz / along, 0, -dx / along] as const;
  const second = [(-dx * dy) / along, along, (-dz * dy) / along] as const;
  const whole = c * (c + 2 * geometry.detRadius * dz);
  return { geometry, direction, first, second, x, y, distance, c: whole };
}

/** Tangents of the largest angles to the scalar's line at which the disc is hit, at an azimuth and opposite to it. */
function reach(sight: Sight, cos: number, sin: number): [ahead: number, opposite: number] {
  const { geometry, direction, first, second, x, y, distance, c } = sight;
  const [dx, dy, dz] = direction;
  const ex = cos * first[0] + sin * second[0];
  const ey = cos * first[1] + sin * second[1];
  const ez = cos * first[2] + sin * second[2];
  const mx = x * ez + distance * ex;
  const my = y * ez + distance * ey;
  const r2 = geometry.detRadius ** 2;
  const a = mx * mx + my * my - r2 * ez * ez;
  const b = (x * dz + distance * dx) * mx + (y * dz + distance * dy) * my - r2 * dz * ez;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  return [edge(a, b, c, root), edge(a, -b, c, root)];
}

/** The positive root of `a T^2 + 2 b T + c` with c < 0, Infinity when there is none. */
function edge(a: number, b: number, c: number, root: number): number {
  if (b > 0) return -c / (b + root);
  return a > 0 ? (root - b) / a : Infinity;
}

/** Of an isotropic decay: gamma, and `kappa = beta E / p` and `excess = (E^2 - gamma^2 m^2) / p^2` of each daughter in the
 * rest frame; `1 - kappa^2 = excess / gamma^2` without cancellation. */
type Decay = { readonly gamma: number; readonly daughters: readonly [Daughter, Daughter] };
type Daughter = { readonly kappa: number; readonly excess: number };

function decayOf({ momentum, mass, daughterMasses: [m1, m2] }: Flight): Decay {
  const energy = Math.hypot(momentum, mass);
  const gamma = energy / mass;
  const beta = momentum / energy;
  const p2 = ((mass - m1 - m2) * (mass + m1 + m2) * (mass - m1 + m2) * (mass + m1 - m2)) / (4 * mass * mass);
  const daughter = (m: number): Daughter => {
    const e2 = p2 + m * m;
    return { kappa: beta * Math.sqrt(e2 / p2), excess: (e2 - gamma * gamma * m * m) / p2 };
  };
  return { gamma, daughters: [daughter(m1), daughter(m2)] };
}

/** Length of the union of the ranges of cos(theta*), between -1 and 1, in which either daughter misses. */
function lost({ gamma, daughters }: Decay, ahead: number, opposite: number): number {
  const [low1, high1] = missed(daughters[0], gamma, ahead);
  const [low2, high2] = missed(daughters[1], gamma, opposite);
  // The second daughter flies the other way: its cosine is the negative one.
  const overlap = Math.max(0, Math.min(high1, -low2) - Math.max(low1, -high2));
  return high1 - low1 + (high2 - low2) - overlap;
}

/** The range of cosines c of a daughter, seen from the rest frame, for which its angle in the laboratory is beyond the
 * tangent T: `sqrt(1 - c^2) > gamma T (c + kappa)`, the backward ones included. */
function missed({ kappa, excess }: Daughter, gamma: number, tangent: number): [low: number, high: number] {
  if (tangent === Infinity) return kappa >= 1 ? [0, 0] : [-1, -kappa];
  const k = gamma * tangent;
  const discriminant = 1 + tangent * tangent * excess;
  if (discriminant <= 0) return [0, 0];
  const root = Math.sqrt(discriminant);
  const high = (root - k * k * kappa) / (1 + k * k);
  const low = kappa < 1 ? -1 : (-root - k * k * kappa) / (1 + k * k);
  return [Math.max(-1, low), Math.max(-1, Math.min(1, high))];
}
