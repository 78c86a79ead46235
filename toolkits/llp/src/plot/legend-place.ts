import type { Point } from './figure.ts';
import type { Frame } from './panel.ts';

/** A band by its two edges, px, ascending in x; the upper edge has the smaller y. */
export type Band = { readonly below: readonly Point[]; readonly above: readonly Point[] };

/** Room around what is drawn, px: dots and lines have a width, and the ticks at the top a length. */
const MARGIN = 12;

/** The upper left corner of a box in a corner of the frame that no band touches.
 * @param size width and height of the box, px */
export function freeCorner(frame: Frame, [width, height]: Point, bands: readonly Band[]): Point | undefined {
  const [left, right] = [frame.left + MARGIN, frame.right - MARGIN - width];
  const [top, bottom] = [frame.top + MARGIN, frame.bottom - MARGIN - height];
  const corners: Point[] = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
  return corners.find(([x, y]) => !bands.some((band) => touches(band, [x, x + width], [y, y + height])));
}

/** Between corners of the edges a band is widest or narrowest at one of them, or at a side of the box. */
function touches({ below, above }: Band, [x0, x1]: Point, [y0, y1]: Point): boolean {
  const [from = 0, to = 0] = [below[0]?.[0], below.at(-1)?.[0]];
  const [first, last] = [Math.max(from, x0 - MARGIN), Math.min(to, x1 + MARGIN)];
  if (first > last) return false;
  const inside = below.map(([x]) => x).filter((x) => x > first && x < last);
  const places = [first, ...inside, last];
  const lowest = Math.max(...places.map((x) => heightAt(below, x)));
  const highest = Math.min(...places.map((x) => heightAt(above, x)));
  return lowest > y0 - MARGIN && highest < y1 + MARGIN;
}

function heightAt(edge: readonly Point[], x: number): number {
  const next = Math.max(
    1,
    edge.findIndex(([at]) => at >= x),
  );
  const [[x0, y0], [x1, y1]] = [edge[next - 1] ?? [0, 0], edge[next] ?? edge[next - 1] ?? [0, 0]];
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
