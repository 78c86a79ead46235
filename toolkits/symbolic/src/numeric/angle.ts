import { gaussLegendre } from './gauss-legendre.ts';

/** A scattering angle by its distances to both ends, so that neither loses digits near its end. */
export type Angle = { readonly cos: number; readonly below1: number; readonly aboveMinus1: number };

export const angleOf = (cos: number): Angle => ({ cos, below1: 1 - cos, aboveMinus1: 1 + cos });

/** Distances in cos(theta) of the nearest poles beyond +1 and beyond -1; infinite without one. */
export type PoleDistances = { readonly beyond1: number; readonly beyondMinus1: number };

const NODES = gaussLegendre(12);
/** A panel is never longer than its distance to the next pole: then 12 points are exact to double precision. */
const LONGEST = 0.5;

/** Angles and weights for the integral over cos(theta) from `min` to `max`, in panels that shrink towards the poles. */
export function angleNodes(
  min: number,
  max: number,
  poles: PoleDistances,
): { angle: Angle; weight: number }[] {
  const middle = Math.min(Math.max(0, min), max);
  // Distances from +1 (and from -1) of the panels in the upper (and lower) half.
  const upper = panels(1 - max, 1 - middle, poles.beyond1);
  const lower = panels(1 + min, 1 + middle, poles.beyondMinus1);
  return [
    ...lower.map(({ at, weight }) => ({ angle: { cos: at - 1, below1: 2 - at, aboveMinus1: at }, weight })),
    ...upper.map(({ at, weight }) => ({ angle: { cos: 1 - at, below1: at, aboveMinus1: 2 - at }, weight })),
  ];
}

function panels(from: number, to: number, pole: number): { at: number; weight: number }[] {
  const nodes: { at: number; weight: number }[] = [];
  for (let start = from; start < to; ) {
    const length = Math.min(LONGEST, start + pole);
    const end = start + 1.5 * length >= to ? to : start + length;
    const half = (end - start) / 2;
    for (const { x, weight } of NODES) nodes.push({ at: start + half * (1 + x), weight: weight * half });
    start = end;
  }
  return nodes;
}
