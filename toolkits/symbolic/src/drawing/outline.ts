import { glyphOf } from './glyphs.ts';
import type { Place } from './layout.ts';
import type { Shape } from './shape.ts';

/** Straight pieces that stand for one quadratic curve. */
const PIECES = 8;

/** Points of a quadratic curve after its start. */
export function curvePoints(start: Place, control: Place, end: Place): Place[] {
  return Array.from({ length: PIECES }, (_, index) => {
    const t = (index + 1) / PIECES;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return { x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y };
  });
}

/** Length of a text of a size, in pixels. */
export const textWidth = (text: string, size: number): number =>
  (size / 1000) * Array.from(text, glyphOf).reduce((sum, { advance }) => sum + advance, 0);

/** Outlines of the letters of a text, where they stand. */
export function textOutlines({ at, text, anchor, size }: Shape & { kind: 'text' }): Place[][] {
  const glyphs = Array.from(text, glyphOf);
  const scale = size / 1000;
  const width = textWidth(text, size);
  let x = at.x - { start: 0, middle: width / 2, end: width }[anchor];
  return glyphs.flatMap(({ advance, outline }) => {
    const left = x;
    x += scale * advance;
    return contours(outline).map((contour) =>
      contour.map((point) => ({ x: left + scale * point.x, y: at.y - scale * point.y })),
    );
  });
}

/** Closed polygons of an outline of M, L, Q and Z. */
function contours(outline: string): Place[][] {
  const found: Place[][] = [];
  for (const [, command, list = ''] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = list.split(' ').map(Number);
    const here = found.at(-1);
    const last = here?.at(-1);
    if (command === 'M') found.push([{ x: a, y: b }]);
    else if (command === 'L') here?.push({ x: a, y: b });
    else if (command === 'Q' && last !== undefined)
      here?.push(...curvePoints(last, { x: a, y: b }, { x: c, y: d }));
  }
  return found;
}
