import { gaussLegendre } from './gauss-legendre.ts';
import { difference, sizeOf } from './size.ts';

/** A scattering angle by its distances to both ends, so that neither loses digits near its end. */
export type Angle = { readonly cos: number; readonly below1: number; readonly aboveMinus1: number };

/** 1e-9 from the end when the cosine is written 0.999999999. */
export const angleOf = (cos: number): Angle => ({
  cos,
  below1: between(cos, 1),
  aboveMinus1: between(-1, cos),
});

const between = (from: number, to: number): number => difference(sizeOf(to), sizeOf(from));

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
  const upper = panels(between(max, 1), between(middle, max), poles.beyond1);
  const lower = panels(between(-1, min), between(min, middle), poles.beyondMinus1);
  return [
    ...lower.map(({ at, weight }) => ({ angle: { cos: at - 1, below1: 2 - at, aboveMinus1: at }, weight })),
    ...upper.map(({ at, weight }) => ({ angle: { cos: 1 - at, below1: at, aboveMinus1: 2 - at }, weight })),
  ];
}

function panels(from: number, width: number, pole: number): { at: number; weight: number }[] {
  const nodes: { at: number; weight: number }[] = [];
  for (let done = 0; done < width; ) {
    const longest = Math.min(LONGEST, from + done + pole);
    const length = done + 1.5 * longest >= width ? width - done : longest;
    const half = length / 2;
    for (const { x, weight } of NODES)
      nodes.push({ at: from + done + half * (1 + x), weight: weight * half });
    done += length;
  }
  return nodes;
}
