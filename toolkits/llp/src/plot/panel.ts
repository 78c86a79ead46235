import type { Axis, Tick } from './axis.ts';
import { INK, type Mark, type Point, type Span } from './figure.ts';

/** The frame of a plot, px. */
export type Frame = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const GRID = '#e4e4e4';
const TEXT = 13;

/** Frame, grid, ticks and names of two axes. */
export function axesMarks(
  frame: Frame,
  x: Axis,
  y: Axis,
  names: { x: readonly Span[]; y: readonly Span[] },
): Mark[] {
  const { left, right, top, bottom } = frame;
  const box: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ];
  return [
    ...x.ticks.flatMap((tick) =>
      across(tick, [
        [x.place(tick.at), bottom],
        [x.place(tick.at), top],
      ]),
    ),
    ...y.ticks.flatMap((tick) =>
      across(tick, [
        [left, y.place(tick.at)],
        [right, y.place(tick.at)],
      ]),
    ),
    ...x.ticks.flatMap((tick) => xTick(tick, x.place(tick.at), bottom)),
    ...y.ticks.flatMap((tick) => yTick(tick, y.place(tick.at), left)),
    { kind: 'line', points: box, colour: INK, width: 1 },
    { kind: 'text', at: [(left + right) / 2, bottom + 44], spans: names.x, size: 15, anchor: 'middle' },
    {
      kind: 'text',
      at: [left - 52, (top + bottom) / 2],
      spans: names.y,
      size: 15,
      anchor: 'middle',
      upright: true,
    },
  ];
}

const across = ({ label }: Tick, points: readonly Point[]): Mark[] =>
  label === undefined ? [] : [{ kind: 'line', points, colour: GRID, width: 1 }];

function xTick({ label }: Tick, x: number, bottom: number): Mark[] {
  const length = label === undefined ? 4 : 7;
  const mark: Mark = {
    kind: 'line',
    points: [
      [x, bottom],
      [x, bottom - length],
    ],
    colour: INK,
    width: 1,
  };
  if (label === undefined) return [mark];
  return [mark, { kind: 'text', at: [x, bottom + 20], spans: label, size: TEXT, anchor: 'middle' }];
}

function yTick({ label }: Tick, y: number, left: number): Mark[] {
  const length = label === undefined ? 4 : 7;
  const mark: Mark = {
    kind: 'line',
    points: [
      [left, y],
      [left + length, y],
    ],
    colour: INK,
    width: 1,
  };
  if (label === undefined) return [mark];
  return [mark, { kind: 'text', at: [left - 8, y + 4.5], spans: label, size: TEXT, anchor: 'end' }];
}

/** Lines of a legend, from its upper left corner downwards. */
export function legendMarks(
  [x, y]: Point,
  entries: readonly {
    spans: readonly Span[];
    colour: string;
    area: boolean;
    dash?: readonly [number, number];
  }[],
  step: number,
): Mark[] {
  return entries.flatMap(({ spans, colour, area, dash }, i): Mark[] => {
    const at = y + i * step;
    const line: Point[] = [
      [x, at],
      [x + 22, at],
    ];
    const box: Point[] = [
      [x, at - 5],
      [x + 22, at - 5],
      [x + 22, at + 5],
      [x, at + 5],
    ];
    return [
      ...(area ? [{ kind: 'area', points: box, colour, opacity: 0.3 } as const] : []),
      { kind: 'line', points: line, colour, width: 2, ...(dash === undefined ? {} : { dash }) },
      { kind: 'text', at: [x + 28, at + 4], spans, size: 12, anchor: 'start' },
    ];
  });
}
