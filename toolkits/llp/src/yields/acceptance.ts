import type { Geometry, Segment } from './cylinder.ts';
import { daughterAcceptance, type Flight } from './daughter-acceptance.ts';

/** What must be seen of a decay inside the volume. */
export const ACCEPTANCES = ['two_track', 'two_photon', 'llp_line', 'none'] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];

/** True when the scalar's own line crosses the disc. */
export function lineHitsDisc(
  { zDet, detRadius, xOff }: Geometry,
  origin: readonly [number, number, number],
  direction: readonly [number, number, number],
): boolean {
  const steps = (zDet - origin[2]) / direction[2];
  if (!(direction[2] > 0) || steps < 0) return false;
  return Math.hypot(origin[0] - xOff + steps * direction[0], origin[1] + steps * direction[1]) <= detRadius;
}

/** A distance along a flight and the acceptance of a decay there. */
export type Node = { readonly atM: number; readonly value: number };

/** Segments at the start, and how often one may be halved. */
const SEGMENTS = 4;
const HALVINGS = 5;
/** A segment is halved once more while the acceptance in its middle is further than this from the straight line; what is left is a
 * quarter of it. */
const RELATIVE = 2e-3;
const ABSOLUTE = 4e-6;

/** The acceptance of both daughters along a path, as a broken line that follows it to 1e-3. */
export function acceptanceAlong(
  geometry: Geometry,
  flight: Flight,
  origin: readonly [number, number, number],
  { inM, outM }: Segment,
): Node[] {
  const [dx, dy, dz] = flight.direction;
  const at = (distance: number): Node => ({
    atM: distance,
    value: daughterAcceptance(geometry, flight, [
      origin[0] + distance * dx,
      origin[1] + distance * dy,
      origin[2] + distance * dz,
    ]),
  });
  const nodes: Node[] = [];
  let from = at(inM);
  nodes.push(from);
  for (let i = 1; i <= SEGMENTS; i += 1) {
    const to = at(i === SEGMENTS ? outM : inM + ((outM - inM) * i) / SEGMENTS);
    follow(from, to, HALVINGS, at, nodes);
    from = to;
  }
  return nodes;
}

/** Adds the nodes after `from` up to `to`. */
function follow(from: Node, to: Node, halvings: number, at: (distance: number) => Node, nodes: Node[]): void {
  const middle = at((from.atM + to.atM) / 2);
  const line = (from.value + to.value) / 2;
  const far = Math.abs(middle.value - line) > ABSOLUTE + RELATIVE * middle.value;
  if (far && halvings > 0) {
    follow(from, middle, halvings - 1, at, nodes);
    follow(middle, to, halvings - 1, at, nodes);
  } else nodes.push(middle, to);
}
