import type { Process } from '../tree/process.ts';
import type { ResolvedTree } from '../tree/resolve-tree.ts';
import { channelOf } from '../tree/channel.ts';
import { textWidth } from './outline.ts';

export type Place = { readonly x: number; readonly y: number };

/** Size of the names of fields, in pixels, and their distance from the ends of lines. */
export const LETTERS = 16;
export const ASIDE = 10;
/** Size of one drawing in pixels, wider where names are long. */
const WIDTH = 420;
export const HEIGHT = 280;
const [LEFT, TOP, BOTTOM, MIDDLE] = [70, 60, 210, 135];
/** Half of the distance of two vertices side by side. */
const HALF = 55;

/** Room for the names of all diagrams of a process. */
export type Frame = { readonly width: number; readonly left: number; readonly half: number };

/** @param outer names at the ends of lines   @param inner names of propagators */
export function frameOf(outer: readonly string[], inner: readonly string[]): Frame {
  const longest = (names: readonly string[]) => Math.max(0, ...names.map((name) => textWidth(name, LETTERS)));
  const left = Math.max(LEFT, Math.ceil(longest(outer)) + 2 * ASIDE);
  const half = Math.max(HALF, Math.ceil(longest(inner) / 2) + ASIDE);
  return { width: WIDTH + 2 * (left - LEFT + half - HALF), left, half };
}

/** Where the vertices and the outer ends of a diagram stand: incoming particles left, outgoing ones right. */
export type Layout = {
  readonly vertices: readonly Place[];
  readonly ends: ReadonlyMap<string, Place>;
};

export function layoutOf(
  { incoming, outgoing, externals }: Process,
  { tree }: ResolvedTree,
  frame: Frame,
): Layout {
  const ends = new Map<string, Place>();
  for (const [particles, x] of [
    [incoming, frame.left],
    [outgoing, frame.width - frame.left],
  ] as const)
    for (const [index, { id }] of particles.entries())
      ends.set(id, { x, y: particles.length === 1 ? MIDDLE : index === 0 ? TOP : BOTTOM });
  return {
    vertices: verticesOf(
      tree,
      externals.map(({ id }) => id),
      frame,
    ),
    ends,
  };
}

function verticesOf(
  { vertices, lines }: ResolvedTree['tree'],
  order: readonly string[],
  { width, half }: Frame,
): Place[] {
  const x = width / 2;
  const [line] = lines;
  if (line === undefined) return vertices.map(() => ({ x, y: MIDDLE }));
  const first = order[0] ?? '';
  // The vertex on the side of the first incoming particle.
  const near = line.flow.has(first) ? line.from : line.to;
  const [here, there]: readonly [Place, Place] =
    channelOf(line, order) === 's'
      ? [
          { x: x - half, y: MIDDLE },
          { x: x + half, y: MIDDLE },
        ]
      : [
          { x, y: 85 },
          { x, y: 185 },
        ];
  return vertices.map((_, index) => (index === near ? here : there));
}
