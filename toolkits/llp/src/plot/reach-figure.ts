import type { YieldsFile } from '../yields/yields-file.ts';
import { scientific } from './axis.ts';
import { contourPanel } from './contour-panel.ts';
import type { Figure, Mark, Span } from './figure.ts';
import type { Frame } from './panel.ts';
import { seriesOf } from './series.ts';
import { yieldsPanel } from './yields-panel.ts';

/** What is drawn: the contour in mass and coupling, the yields, or both side by side. */
export const KINDS = ['contour', 'yields', 'both'] as const;
export type Kind = (typeof KINDS)[number];

const HEIGHT = 520;
const PANEL = 460;
const LEFT = 78;
const LEGEND = 190;
const TOP = 52;
const BOTTOM = HEIGHT - 92;

/** @param files of coupling scans for a contour, of one kind of scan in any case */
export function reachFigure(files: readonly YieldsFile[], kind: Kind, title: string): Figure {
  const series = seriesOf(files);
  const marks: Mark[] = [];
  let x = 0;
  const frame = (): Frame => ({ left: x + LEFT, right: x + LEFT + PANEL, top: TOP, bottom: BOTTOM });
  if (kind !== 'yields') {
    marks.push(...contourPanel(frame(), series));
    x += LEFT + PANEL + 22;
  }
  if (kind !== 'contour') {
    const own = frame();
    marks.push(...yieldsPanel(own, series, [own.right + 14, own.top + 10]));
    x += LEFT + PANEL + LEGEND + 22;
  }
  marks.push(
    { kind: 'text', at: [LEFT, 30], spans: [{ text: title }], size: titleSize(title, x), anchor: 'start' },
    ...caption(files).map(
      (spans, line): Mark => ({
        kind: 'text',
        at: [LEFT, HEIGHT - 25 + 16 * line],
        spans,
        size: 12,
        anchor: 'start',
        colour: '#555555',
      }),
    ),
  );
  return { width: x, height: HEIGHT, title, marks };
}

/** So that a long title ends inside the figure; a letter is hardly wider than this part of its size. */
const LETTER = 0.55;
const titleSize = (title: string, width: number): number =>
  Math.min(17, (width - LEFT - 10) / (LETTER * Math.max(1, title.length)));

/** What the numbers depend on, as far as it is the same for all; two lines that fit below one panel. */
function caption(files: readonly YieldsFile[]): Span[][] {
  const one = <T>(pick: (file: YieldsFile) => T | undefined): T | undefined => {
    const values = new Set(files.map(pick));
    return values.size === 1 ? [...values][0] : undefined;
  };
  const target = one((file) => file.grid_diagnostic?.n_target);
  const collisions = one(({ n_int: n }) => n);
  const acceptance = [...new Set(files.map((file) => file.acceptance))].join(', ');
  const volume = one(
    ({ geometry_m: g }) =>
      `${g.z_min} m < z < ${g.z_max} m, r < ${g.r_volume} m${g.x_off === 0 ? '' : ` around x = ${g.x_off} m`}`,
  );
  const parts: Span[][] = [
    ...(target === undefined ? [] : [[{ text: `N \u2265 ${target}` }]]),
    ...(collisions === undefined
      ? []
      : [[{ text: 'N' }, { text: 'int', raised: -1 } as const, { text: ' = ' }, ...scientific(collisions)]]),
    ...(volume === undefined ? [] : [[{ text: volume }]]),
  ];
  return [
    parts.flatMap((part, i) => (i === 0 ? part : [{ text: ', ' }, ...part])),
    [{ text: `acceptance ${acceptance}; statistical uncertainty only` }],
  ].filter((line) => line.length > 0);
}
