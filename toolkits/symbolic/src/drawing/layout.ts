import type { Process } from '../tree/process.ts';
import type { ResolvedTree } from '../tree/resolve-tree.ts';
import { channelOf } from '../tree/channel.ts';

export type Place = { readonly x: number; readonly y: number };

/** Size of one drawing in pixels. */
export const WIDTH = 420;
export const HEIGHT = 280;
const [LEFT, RIGHT, TOP, BOTTOM, MIDDLE] = [70, 350, 60, 210, 135];

/** Where the vertices and the outer ends of a diagram stand: incoming particles left, outgoing ones right. */
export type Layout = {
  readonly vertices: readonly Place[];
  readonly ends: ReadonlyMap<string, Place>;
};

export function layoutOf({ incoming, outgoing, externals }: Process, { tree }: ResolvedTree): Layout {
  const ends = new Map<string, Place>();
  for (const [particles, x] of [
    [incoming, LEFT],
    [outgoing, RIGHT],
  ] as const)
    for (const [index, { id }] of particles.entries())
      ends.set(id, { x, y: particles.length === 1 ? MIDDLE : index === 0 ? TOP : BOTTOM });
  return {
    vertices: verticesOf(
      tree,
      externals.map(({ id }) => id),
    ),
    ends,
  };
}

function verticesOf({ vertices, lines }: ResolvedTree['tree'], order: readonly string[]): Place[] {
  const [line] = lines;
  if (line === undefined) return vertices.map(() => ({ x: (LEFT + RIGHT) / 2, y: MIDDLE }));
  const first = order[0] ?? '';
  // The vertex on the side of the first incoming particle.
  const near = line.flow.has(first) ? line.from : line.to;
  const [here, there]: readonly [Place, Place] =
    channelOf(line, order) === 's'
      ? [
          { x: 155, y: MIDDLE },
          { x: 265, y: MIDDLE },
        ]
      : [
          { x: 210, y: 85 },
          { x: 210, y: 185 },
        ];
  return vertices.map((_, index) => (index === near ? here : there));
}
