import type { Particle } from '../declaration/particles.ts';
import { isZero } from '../declaration/quantity.ts';
import { channelOf } from '../tree/channel.ts';
import type { Line } from '../tree/topology.ts';
import { type Angle, angleOf } from './angle.ts';
import { type Collision, onShell, realDenominator } from './collision.ts';
import type { Complex } from './complex.ts';
import type { PhotonSum } from './external-waves.ts';
import type { NumericTree } from './numeric-tree.ts';
import { sizeOfQuantity } from './size.ts';
import { type Point, spinsAt, summedSquare } from './summed-square.ts';

/** Everything the helicity engine needs of a collision. */
export type CollisionSum = {
  readonly externals: readonly Particle[];
  readonly trees: readonly NumericTree[];
  readonly kinematics: Collision;
};

/** Sum over spins of |M|^2 at an angle. */
export function squareAt(
  { externals, trees, kinematics }: CollisionSum,
  angle: Angle,
  photons: PhotonSum,
): number {
  const point = pointAt(externals, kinematics, angle);
  return summedSquare(trees, spinsAt(externals, point, photons), point);
}

function pointAt(externals: readonly Particle[], kinematics: Collision, angle: Angle): Point {
  const order = externals.map(({ id }) => id);
  return {
    states: onShell(externals, kinematics, angle),
    inverse: (line) => inverse(line, order, kinematics, angle),
  };
}

/** 1/(q**2 - m**2), with i m Gamma in the s channel. */
function inverse(line: Line, order: readonly string[], kinematics: Collision, angle: Angle): Complex {
  const { mass, width } = line.propagator;
  const m = mass.value?.re ?? 0;
  const channel = channelOf(line, order);
  const re = realDenominator(kinematics, channel, sizeOfQuantity(mass), angle);
  const im = channel === 's' ? m * (width?.value?.re ?? 0) : 0;
  const size = re * re + im * im;
  return { re: re / size, im: -im / size };
}

/** How many spin states of one particle contribute at all: one of a massless fermion whose couplings are chiral. */
export function contributingStates({ externals, trees, kinematics }: CollisionSum, id: string): number {
  const point = pointAt(externals, kinematics, angleOf(0.31));
  const spins = spinsAt(externals, point, 'transverse');
  const states = spins.find(({ particle }) => particle.id === id)?.states ?? [];
  const sizes = states.map((state) =>
    summedSquare(
      trees,
      spins.map((own) => (own.particle.id === id ? { ...own, states: [state] } : own)),
      point,
    ),
  );
  const largest = Math.max(...sizes);
  return sizes.filter((size) => size > 1e-12 * largest).length;
}

/** Angles at which the set of diagrams is tested for gauge invariance. */
const TEST_ANGLES = [0.31, -0.57].map(angleOf);
const TOLERANCE = 1e-7;

/** Ids of massless vectors whose polarisation cannot be shifted by their momentum: the diagrams are not a gauge
 * invariant set. */
export function gaugeBreakers({ externals, trees, kinematics }: CollisionSum): string[] {
  return externals
    .filter(({ spin, mass }) => spin === '1' && isZero(mass))
    .filter(({ id }) =>
      TEST_ANGLES.some((angle) => {
        const point = pointAt(externals, kinematics, angle);
        const size = (tree: readonly NumericTree[], longitudinal?: string) =>
          summedSquare(tree, spinsAt(externals, point, 'transverse', longitudinal), point);
        // Single diagrams set the scale: their sum vanishes.
        const largest = Math.max(...trees.map((tree) => size([tree], id)), size(trees));
        return size(trees, id) > TOLERANCE ** 2 * largest && size(trees, id) > 0;
      }),
    )
    .map(({ id }) => id);
}
