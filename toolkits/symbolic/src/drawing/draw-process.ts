import type { Particle } from '../declaration/particles.ts';
import type { Process } from '../tree/process.ts';
import type { ResolvedTree } from '../tree/resolve-tree.ts';
import { relativeSign } from '../tree/tree.ts';
import { ASIDE, type Frame, frameOf, HEIGHT, layoutOf, LETTERS, type Place } from './layout.ts';
import { along, lineShapes, type LineStyle } from './line-shapes.ts';
import { type Drawing, moved, type Shape } from './shape.ts';

/** Drawings of one row. */
const COLUMNS = 3;
/** Space for the caption under a drawing. */
const CAPTION = 255;

/** Where arrows stand: near the outer ends, since lines may cross in their middle. */
const [OUTER_ARROW, INNER_ARROW] = [0.36, 0.55];

const nameOf = ({ field, type }: Particle): string => (type === 'antiparticle' ? `${field}~` : field);

/** All diagrams of a process, side by side. */
export function drawProcess(process: Process): Drawing {
  const { trees } = process;
  const frame = frameOf(
    process.externals.map(nameOf),
    trees.flatMap(({ tree }) => tree.lines.map(({ propagator }) => propagator.field)),
  );
  const shapes = trees.flatMap((resolved, index) => {
    const by = { x: frame.width * (index % COLUMNS), y: HEIGHT * Math.floor(index / COLUMNS) };
    return drawTree(process, resolved, frame).map((shape) => moved(shape, by));
  });
  return {
    shapes,
    width: frame.width * Math.min(COLUMNS, trees.length),
    height: HEIGHT * Math.ceil(trees.length / COLUMNS),
  };
}

function drawTree(process: Process, resolved: ResolvedTree, frame: Frame): Shape[] {
  const { tree, vertices } = resolved;
  const layout = layoutOf(process, resolved, frame);
  const place = (index: number): Place => layout.vertices[index] ?? { x: 0, y: 0 };
  const externals = process.externals.flatMap((particle) => {
    const vertex = vertices.findIndex(({ declared }) => declared.legs.some(({ id }) => id === particle.id));
    return drawExternal(particle, layout.ends.get(particle.id) ?? place(vertex), place(vertex));
  });
  const lines = tree.lines.flatMap(({ propagator, from, to }) => {
    const leg = vertices[from]?.declared.legs.find(({ id }) => id === propagator.id);
    const arrow = propagator.type === 'self-conjugate' ? undefined : leg?.role === 'outgoing' ? 1 : -1;
    const [start, end] = [place(from), place(to)];
    const isUpright = start.x === end.x;
    const label = along(start, end, 0.5);
    const beside = isUpright ? { x: label.x - 14, y: label.y + 5 } : { x: label.x, y: label.y - 14 };
    return [
      ...lineShapes(start, end, styleOf(propagator.spin), arrow, INNER_ARROW),
      text(beside, propagator.field, isUpright ? 'end' : 'middle'),
    ];
  });
  const dots = layout.vertices.map((at): Shape => ({ kind: 'dot', at }));
  const sign = process.trees.length > 1 ? `  (${relativeSign(process.trees, tree)})` : '';
  const caption = text({ x: frame.width / 2, y: CAPTION }, `${tree.name}${sign}`, 'middle', 13);
  return [...externals, ...lines, ...dots, caption];
}

const styleOf = (spin: Particle['spin']): LineStyle =>
  (({ '0': 'dashed', '1/2': 'straight', '1': 'wavy' }) as const)[spin];

const text = (at: Place, words: string, anchor: 'start' | 'middle' | 'end', size = LETTERS): Shape => ({
  kind: 'text',
  at,
  text: words,
  anchor,
  size,
});

/** An external particle, drawn from left to right; the arrow shows the flow of particle number. */
function drawExternal(particle: Particle, end: Place, vertex: Place): Shape[] {
  const { role, type, spin } = particle;
  const inwards = (role === 'incoming') === (type === 'particle');
  const arrow = type === 'self-conjugate' ? undefined : inwards ? 1 : -1;
  const side = role === 'incoming' ? -ASIDE : ASIDE;
  return [
    ...lineShapes(end, vertex, styleOf(spin), arrow, OUTER_ARROW),
    text({ x: end.x + side, y: end.y + 5 }, nameOf(particle), role === 'incoming' ? 'end' : 'start'),
  ];
}
