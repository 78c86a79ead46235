import { type Axis, logAxis } from './axis.ts';
import type { Mark, Point } from './figure.ts';
import { freeCorner } from './legend-place.ts';
import { axesMarks, type Frame, legendMarks } from './panel.ts';
import { placeOf } from '../yields/yields-file.ts';
import { channelName, MASS_NAME, type Series } from './series.ts';

/** The band of couplings with at least the target, at one mass. */
type Reach = {
  readonly mass: number;
  readonly lower: number;
  readonly upper: number;
  /** The target is still exceeded at the end of the grid. */
  readonly openBelow: boolean;
  readonly openAbove: boolean;
  /** Further crossings between the two. */
  readonly between: readonly number[];
};

/** Couplings over masses: a band for each channel, broken at masses without reach. */
export function contourPanel(frame: Frame, series: readonly Series[]): Mark[] {
  const found = series.map((own) => ({ ...own, bands: bandsOf(own) }));
  const reaches = found.flatMap(({ bands }) => bands.flat());
  const masses = series.flatMap(({ files }) => files.map((file) => file.m_phi_gev));
  const x = logAxis(
    Math.min(...masses) / 1.15,
    Math.max(...masses) * 1.15,
    frame.left,
    frame.right,
    'decimals',
  );
  const range = decades(reaches.flatMap(({ lower, upper }) => [lower, upper]));
  const { y, legend } = axisWithRoom(
    range,
    frame,
    x,
    found.flatMap(({ bands }) => bands),
    series.length,
  );
  const place = (mass: number, g: number): Point => [x.place(mass), y.place(g)];
  return [
    ...axesMarks(frame, x, y, {
      x: [{ text: 'scalar mass ' }, ...MASS_NAME, { text: ' [GeV]' }],
      y: [{ text: 'coupling g' }],
    }),
    ...found.flatMap(({ bands, colour, files }) =>
      bands.flatMap((band) => bandMarks(band, colour, place, openEnds(band, files))),
    ),
    ...scannedMarks(series, x.place, frame),
    ...legendMarks(
      [legend[0] + 2, legend[1] + 6],
      series.map(({ channel, colour }) => ({ spans: channelName(channel), colour, area: true })),
      LEGEND_STEP,
    ),
    {
      kind: 'text',
      at: [frame.right, frame.top - 7],
      spans: [{ text: notesOf(found).join('; ') }],
      size: 11,
      anchor: 'end',
      colour: '#555555',
    },
    ...(reaches.length > 0
      ? []
      : [
          {
            kind: 'text',
            at: [(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2],
            spans: [{ text: 'no coupling reaches the target' }],
            size: 15,
            anchor: 'middle',
          } as const,
        ]),
  ];
}

/** Of the legend, px. */
const LEGEND_WIDTH = 92;
const LEGEND_STEP = 18;
/** An axis of so many more decades leaves its upper part empty. */
const MOST_DECADES_MORE = 12;

/** The axis of couplings, with decades above the bands until the legend covers none, and the place of the legend. */
function axisWithRoom(
  [low, high]: readonly [number, number],
  frame: Frame,
  x: Axis,
  bands: readonly Reach[][],
  channels: number,
): { y: Axis; legend: Point } {
  const size: Point = [LEGEND_WIDTH, LEGEND_STEP * (channels - 1) + 12];
  for (let more = 0; ; more += 1) {
    const y = logAxis(low, high * 10 ** more, frame.bottom, frame.top, 'powers');
    const drawn = bands.map((band) => ({
      below: band.map(({ mass, lower }): Point => [x.place(mass), y.place(lower)]),
      above: band.map(({ mass, upper }): Point => [x.place(mass), y.place(upper)]),
    }));
    const legend = freeCorner(frame, size, drawn);
    if (legend !== undefined) return { y, legend };
    if (more === MOST_DECADES_MORE) return { y, legend: [frame.left + 12, frame.top + 12] };
  }
}

type Ends = { readonly left: boolean; readonly right: boolean };

/** Whether a band goes on where no mass was scanned: its end is none of the reach. */
const openEnds = (band: readonly Reach[], files: Series['files']): Ends => ({
  left: band[0]?.mass === files[0]?.m_phi_gev,
  right: band.at(-1)?.mass === files.at(-1)?.m_phi_gev,
});

/** What the marks of open ends mean, where there are some. */
function notesOf(found: readonly { readonly bands: Reach[][]; readonly files: Series['files'] }[]): string[] {
  const stops = found.some(({ bands, files }) =>
    bands.some((band) => {
      const { left, right } = openEnds(band, files);
      return band.length > 1 && (left || right);
    }),
  );
  const open = found.some(({ bands }) =>
    bands.flat().some(({ openBelow, openAbove }) => openBelow || openAbove),
  );
  return [
    ...(stops ? ['dashed: no further masses scanned'] : []),
    ...(open ? ['hollow: the couplings scanned end inside'] : []),
  ];
}

/** Whole decades around values. */
function decades(values: readonly number[]): [number, number] {
  if (values.length === 0) return [1e-9, 1];
  const low = Math.floor(Math.log10(Math.min(...values)) - 0.05);
  const high = Math.ceil(Math.log10(Math.max(...values)) + 0.05);
  return [10 ** low, 10 ** high];
}

/** Neighbouring masses with reach make a band. */
function bandsOf({ files }: Series): Reach[][] {
  const bands: Reach[][] = [[]];
  for (const file of files) {
    const grid = file.grid_diagnostic;
    const [first, last] = [file.yields[0], file.yields.at(-1)];
    if (grid === undefined || first === undefined || last === undefined) continue;
    const openBelow = first.n_sig >= grid.n_target;
    const openAbove = last.n_sig >= grid.n_target;
    const lower = openBelow ? placeOf(first) : grid.lower;
    const upper = openAbove ? placeOf(last) : grid.upper;
    if (lower === null || upper === null || upper <= lower) bands.push([]);
    else {
      const between = grid.crossings.map(({ at }) => at).filter((at) => at > lower && at < upper);
      bands.at(-1)?.push({ mass: file.m_phi_gev, lower, upper, openBelow, openAbove, between });
    }
  }
  return bands.filter((band) => band.length > 0);
}

function bandMarks(
  band: readonly Reach[],
  colour: string,
  place: (mass: number, g: number) => Point,
  { left, right }: Ends,
): Mark[] {
  const below = band.map(({ mass, lower }) => place(mass, lower));
  const above = band.map(({ mass, upper }) => place(mass, upper));
  const whole: Mark[] =
    band.length > 1
      ? [
          { kind: 'area', points: [...below, ...above.toReversed()], colour, opacity: 0.25 },
          { kind: 'line', points: below, colour, width: 2 },
          { kind: 'line', points: above, colour, width: 2 },
          endMark(below[0], above[0], colour, left),
          endMark(below.at(-1), above.at(-1), colour, right),
        ]
      : [{ kind: 'line', points: [...below, ...above], colour, width: 2 }];
  const dots = band.flatMap(({ mass, lower, upper, openBelow, openAbove, between }): Mark[] => [
    { kind: 'dot', at: place(mass, lower), radius: 3, colour, hollow: openBelow },
    { kind: 'dot', at: place(mass, upper), radius: 3, colour, hollow: openAbove },
    ...between.map((g): Mark => ({ kind: 'dot', at: place(mass, g), radius: 2, colour, hollow: true })),
  ]);
  return [...whole, ...dots];
}

const endMark = (from: Point | undefined, to: Point | undefined, colour: string, open: boolean): Mark => ({
  kind: 'line',
  points: [from ?? [0, 0], to ?? [0, 0]],
  colour,
  ...(open ? { width: 1, dash: [3, 4] as const } : { width: 2 }),
});

/** A tick at the top for each mass that was scanned, so that gaps can be told from missing points. */
function scannedMarks(series: readonly Series[], place: (mass: number) => number, { top }: Frame): Mark[] {
  const masses = new Set(series.flatMap(({ files }) => files.map((file) => file.m_phi_gev)));
  return [...masses].map((mass) => ({
    kind: 'line',
    points: [
      [place(mass), top],
      [place(mass), top + 6],
    ],
    colour: '#222222',
    width: 1.5,
  }));
}
