import type { Place } from './layout.ts';
import type { Shape } from './shape.ts';

export type LineStyle = 'straight' | 'dashed' | 'wavy';

/** A line from one place to another, with an arrow when the field has a direction.
 * @param share of the line before the arrow */
export function lineShapes(
  from: Place,
  to: Place,
  style: LineStyle,
  arrow: 1 | -1 | undefined,
  share: number,
): Shape[] {
  const line: Shape = {
    kind: 'stroke',
    points: style === 'wavy' ? wave(from, to) : [from, to],
    curve: style === 'wavy' ? 'quadratic' : 'straight',
    dashed: style === 'dashed',
  };
  return arrow === undefined ? [line] : [line, arrowHead(from, to, arrow, share, style === 'wavy' ? 1.6 : 1)];
}

/** A point along the line, and one beside it. */
export function along(from: Place, to: Place, share: number, aside = 0): Place {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return { x: from.x + share * dx - (aside * dy) / length, y: from.y + share * dy + (aside * dx) / length };
}

const WAVELENGTH = 14;
const AMPLITUDE = 5;

function wave(from: Place, to: Place): Place[] {
  const halves = 2 * Math.max(2, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / WAVELENGTH));
  const parts = Array.from({ length: halves }, (_, index) => [
    along(from, to, (index + 0.5) / halves, index % 2 === 0 ? 2 * AMPLITUDE : -2 * AMPLITUDE),
    along(from, to, (index + 1) / halves),
  ]);
  return [from, ...parts.flat()];
}

/** @param size larger on a wave, which would hide it */
function arrowHead(from: Place, to: Place, direction: 1 | -1, share: number, size: number): Shape {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [tip, base] = [share + (direction * 6 * size) / length, share - (direction * 6 * size) / length];
  const corners = [along(from, to, tip), along(from, to, base, 5 * size), along(from, to, base, -5 * size)];
  return { kind: 'polygon', corners };
}
