import type { Place } from './layout.ts';

/** Rows into which a row of pixels is divided where polygons are filled. */
const SUBROWS = 5;

/** How much of each pixel is black: lines by distance, polygons by the area they cover. */
export class Raster {
  readonly width: number;
  readonly height: number;
  readonly #ink: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#ink = new Float32Array(width * height);
  }

  /** One byte a pixel, 255 for white. */
  grey(): Uint8Array {
    const grey = new Uint8Array(this.#ink.length).fill(255);
    for (const [at, ink] of this.#ink.entries())
      if (ink > 0) grey[at] = Math.round(255 * (1 - Math.min(1, ink)));
    return grey;
  }

  /** A straight line with round ends. */
  line(from: Place, to: Place, width: number): void {
    const reach = width / 2 + 1;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const square = dx * dx + dy * dy || 1;
    const [left, right] = this.#range(
      Math.min(from.x, to.x) - reach,
      Math.max(from.x, to.x) + reach,
      this.width,
    );
    const [top, bottom] = this.#range(
      Math.min(from.y, to.y) - reach,
      Math.max(from.y, to.y) + reach,
      this.height,
    );
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) {
        const [x, y] = [column + 0.5 - from.x, row + 0.5 - from.y];
        const share = Math.min(1, Math.max(0, (x * dx + y * dy) / square));
        const distance = Math.hypot(x - share * dx, y - share * dy);
        this.#cover(row, column, Math.min(1, Math.max(0, width / 2 + 0.5 - distance)));
      }
  }

  /** Closed polygons together: what lies in an odd number of them is filled. */
  polygons(all: readonly (readonly Place[])[]): void {
    const edges = all.flatMap((corners) =>
      corners.map((corner, index) => ({ from: corner, to: corners[(index + 1) % corners.length] ?? corner })),
    );
    const [xs, ys] = [edges.map(({ from }) => from.x), edges.map(({ from }) => from.y)];
    const [left, right] = this.#range(Math.min(...xs) - 1, Math.max(...xs) + 1, this.width);
    const [top, bottom] = this.#range(Math.min(...ys) - 1, Math.max(...ys) + 1, this.height);
    for (let row = top; row < bottom; row++) {
      const covered = new Float32Array(Math.max(0, right - left));
      for (let part = 0; part < SUBROWS; part++)
        for (const [start, end] of spansAt(row + (part + 0.5) / SUBROWS, edges))
          for (let column = Math.max(left, Math.floor(start)); column < Math.min(right, end); column++)
            covered[column - left] =
              (covered[column - left] ?? 0) + Math.min(end, column + 1) - Math.max(start, column);
      for (const [column, amount] of covered.entries())
        if (amount > 0) this.#cover(row, left + column, amount / SUBROWS);
    }
  }

  #range = (low: number, high: number, limit: number): [number, number] => [
    Math.max(0, Math.floor(low)),
    Math.min(limit, Math.ceil(high)),
  ];

  #cover(row: number, column: number, ink: number): void {
    const at = row * this.width + column;
    this.#ink[at] = Math.max(this.#ink[at] ?? 0, ink);
  }
}

type Edge = { readonly from: Place; readonly to: Place };

/** Where a row enters and leaves the polygons. */
function spansAt(y: number, edges: readonly Edge[]): (readonly [number, number])[] {
  const crossings = edges
    .filter(({ from, to }) => from.y > y !== to.y > y)
    .map(({ from, to }) => from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y))
    .sort((a, b) => a - b);
  return crossings.flatMap((start, index) => {
    const end = crossings[index + 1];
    return index % 2 === 1 || end === undefined ? [] : [[start, end] as const];
  });
}
