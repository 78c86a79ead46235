import type { Particle } from '../declaration/particles.ts';
import type { Process } from '../tree/process.ts';
import type { ResolvedTree } from '../tree/resolve-tree.ts';
import { relativeSign } from '../tree/tree.ts';
import { HEIGHT, layoutOf, type Place, WIDTH } from './layout.ts';
import { along, type LineStyle, svgDot, svgLine, svgText } from './svg-line.ts';

/** Drawings of one row. */
const COLUMNS = 3;
/** Space for the caption under a drawing. */
const CAPTION = 255;

export type Drawing = { readonly svg: string; readonly width: number; readonly height: number };

/** All diagrams of a process, side by side, as one SVG document. */
export function drawProcess(process: Process): Drawing {
  const { trees } = process;
  const width = WIDTH * Math.min(COLUMNS, trees.length);
  const height = HEIGHT * Math.ceil(trees.length / COLUMNS);
  const drawings = trees.map((resolved, index) => {
    const [x, y] = [WIDTH * (index % COLUMNS), HEIGHT * Math.floor(index / COLUMNS)];
    return `<g transform="translate(${x} ${y})">${drawTree(process, resolved)}</g>`;
  });
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...drawings,
    '</svg>',
  ].join('\n');
  return { svg: `${svg}\n`, width, height };
}

function drawTree(process: Process, resolved: ResolvedTree): string {
  const { tree, vertices } = resolved;
  const layout = layoutOf(process, resolved);
  const place = (index: number): Place => layout.vertices[index] ?? { x: 0, y: 0 };
  const externals = process.externals.map((particle) => {
    const vertex = vertices.findIndex(({ declared }) => declared.legs.some(({ id }) => id === particle.id));
    return drawExternal(particle, layout.ends.get(particle.id) ?? place(vertex), place(vertex));
  });
  const lines = tree.lines.map(({ propagator, from, to }) => {
    const leg = vertices[from]?.declared.legs.find(({ id }) => id === propagator.id);
    const arrow = propagator.type === 'self-conjugate' ? undefined : leg?.role === 'outgoing' ? 1 : -1;
    const [start, end] = [place(from), place(to)];
    const isUpright = start.x === end.x;
    const label = along(start, end, 0.5);
    const beside = isUpright ? { x: label.x - 14, y: label.y + 5 } : { x: label.x, y: label.y - 14 };
    return (
      svgLine(start, end, styleOf(propagator.spin), arrow) +
      svgText(beside, propagator.field, isUpright ? 'end' : 'middle')
    );
  });
  const dots = layout.vertices.map(svgDot);
  const sign = process.trees.length > 1 ? `  (${relativeSign(process.trees, tree)})` : '';
  const caption = svgText({ x: WIDTH / 2, y: CAPTION }, `${tree.name}${sign}`, 'middle', 13);
  return [...externals, ...lines, ...dots, caption].join('');
}

const styleOf = (spin: Particle['spin']): LineStyle =>
  (({ '0': 'dashed', '1/2': 'straight', '1': 'wavy' }) as const)[spin];

/** An external particle, drawn from left to right; the arrow shows the flow of particle number. */
function drawExternal(particle: Particle, end: Place, vertex: Place): string {
  const { role, type, spin, field } = particle;
  const inwards = (role === 'incoming') === (type === 'particle');
  const arrow = type === 'self-conjugate' ? undefined : inwards ? 1 : -1;
  const line = svgLine(end, vertex, styleOf(spin), arrow);
  const side = role === 'incoming' ? -10 : 10;
  const name = type === 'antiparticle' ? `${field}~` : field;
  return line + svgText({ x: end.x + side, y: end.y + 5 }, name, role === 'incoming' ? 'end' : 'start');
}
