import { placeOf, type YieldsFile } from '../yields/yields-file.ts';
import { type Axis, logAxis } from './axis.ts';
import type { Mark, Point, Span } from './figure.ts';
import { axesMarks, type Frame, legendMarks } from './panel.ts';
import { channelName, MASS_NAME, type Series } from './series.ts';

/** Yields below this part of the target are not shown. */
const SHOWN_BELOW_TARGET = 1e-2;
/** Dashes tell channels apart, colours masses. */
const DASHES: readonly (readonly [number, number] | undefined)[] = [undefined, [7, 4], [2, 3], [10, 3]];

/** Events over couplings (or lifetimes), a curve for each mass and channel with its band of one standard deviation. */
export function yieldsPanel(frame: Frame, series: readonly Series[], legendAt: Point): Mark[] {
  const curves = series.flatMap(({ files, channel }, dash) =>
    files.map((file) => ({ file, channel, dash: DASHES[dash % DASHES.length] })),
  );
  const files = curves.map(({ file }) => file);
  const target = files.find((file) => file.grid_diagnostic !== undefined)?.grid_diagnostic?.n_target;
  const highest = Math.max(...files.flatMap(({ yields }) => yields.map(({ n_sig: n }) => n)), 0);
  const base = target ?? highest;
  const low =
    base > 0
      ? 10 ** Math.floor(Math.log10(Math.min(base, highest > 0 ? highest : base) * SHOWN_BELOW_TARGET))
      : 1e-2;
  const high = 10 ** Math.ceil(Math.log10(Math.max(highest, base, low * 10)) + 0.1);
  const shown = files.flatMap(({ yields }) => yields.filter(({ n_sig: n }) => n >= low).map(placeOf));
  const places = shown.length > 0 ? shown : files.flatMap(({ yields }) => yields.map(placeOf));
  const from = 10 ** Math.floor(Math.log10(Math.min(...places)) + 1e-9);
  const to = 10 ** Math.ceil(Math.log10(Math.max(...places)) - 1e-9);
  const x = logAxis(from, Math.max(to, from * 10), frame.left, frame.right, 'powers');
  const y = logAxis(low, high, frame.bottom, frame.top, 'powers');
  const masses = [...new Set(files.map((file) => file.m_phi_gev))].sort((a, b) => a - b);
  const colourOf = (mass: number): string => ramp(masses.indexOf(mass), masses.length);
  const lifetime = files[0]?.scan === 'lifetime';
  return [
    ...axesMarks(frame, x, y, {
      x: [{ text: lifetime ? 'c\u03c4 [m]' : 'coupling g' }],
      y: [{ text: yName(files[0]) }],
    }),
    ...curves.flatMap(({ file, dash }) => curveMarks(file, colourOf(file.m_phi_gev), dash, x, y)),
    ...(target === undefined ? [] : targetMarks(target, frame, y)),
    ...legendMarks(
      legendAt,
      curves.map(({ file, channel, dash }) => ({
        spans: entryName(file, channel, series.length > 1),
        colour: colourOf(file.m_phi_gev),
        area: false,
        ...(dash === undefined ? {} : { dash }),
      })),
      Math.min(17, (frame.bottom - frame.top) / Math.max(1, curves.length)),
    ),
  ];
}

const yName = (file: YieldsFile | undefined): string =>
  file === undefined || file.quantity === 'expected number of decays'
    ? 'expected decays N'
    : '\u03a3 w P A per collision and g\u00b2';

const entryName = (file: YieldsFile, channel: string, several: boolean): Span[] => [
  ...MASS_NAME,
  { text: ` = ${file.m_phi_gev} GeV` },
  ...(several ? [{ text: ', ' }, ...channelName(channel)] : []),
];

function targetMarks(target: number, { left, right }: Frame, y: Axis): Mark[] {
  const at = y.place(target);
  return [
    {
      kind: 'line',
      points: [
        [left, at],
        [right, at],
      ],
      colour: '#222222',
      width: 1,
      dash: [4, 3],
    },
    { kind: 'text', at: [right - 6, at - 5], spans: [{ text: `N = ${target}` }], size: 12, anchor: 'end' },
  ];
}

type CurvePoint = { readonly at: number; readonly n_sig: number; readonly n_sig_uncertainty: number };

function curveMarks(
  file: YieldsFile,
  colour: string,
  dash: readonly [number, number] | undefined,
  x: Axis,
  y: Axis,
): Mark[] {
  const clamp = (n: number): number => y.place(Math.min(y.high, Math.max(y.low, n)));
  const yields = file.yields.map(
    (point): CurvePoint => ({
      at: placeOf(point),
      n_sig: point.n_sig,
      n_sig_uncertainty: point.n_sig_uncertainty,
    }),
  );
  return runs(yields.map((point) => point.n_sig >= y.low)).flatMap(([start, end]): Mark[] => {
    const inside = yields.slice(start, end);
    const own = [
      ...edgePoint(yields[start - 1], inside[0], y.low),
      ...inside,
      ...edgePoint(yields[end], inside.at(-1), y.low),
    ].filter(({ at }) => at >= x.low && at <= x.high);
    const above = own.map(({ at, n_sig: n, n_sig_uncertainty: d }): Point => [x.place(at), clamp(n + d)]);
    const below = own.map(({ at, n_sig: n, n_sig_uncertainty: d }): Point => [x.place(at), clamp(n - d)]);
    return [
      { kind: 'area', points: [...above, ...below.toReversed()], colour, opacity: 0.2 },
      {
        kind: 'line',
        points: own.map(({ at, n_sig: n }): Point => [x.place(at), clamp(n)]),
        colour,
        width: 2,
        ...(dash === undefined ? {} : { dash }),
      },
    ];
  });
}

/** Where a curve between a point below `low` and one above passes it, in log-log. */
function edgePoint(below: CurvePoint | undefined, above: CurvePoint | undefined, low: number): CurvePoint[] {
  if (below === undefined || above === undefined || below.n_sig <= 0 || above.n_sig <= low) return [];
  const share = Math.log(low / below.n_sig) / Math.log(above.n_sig / below.n_sig);
  const relative = above.n_sig_uncertainty / above.n_sig;
  return [
    {
      at: below.at * (above.at / below.at) ** share,
      n_sig: low,
      n_sig_uncertainty: low * relative,
    },
  ];
}

/** Ranges [from, to) of true. */
function runs(flags: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  flags.forEach((flag, i) => {
    const last = found.at(-1);
    if (!flag) return;
    if (last !== undefined && last[1] === i) last[1] = i + 1;
    else found.push([i, i + 1]);
  });
  return found;
}

/** In the manner of viridis, but no brighter than can be seen on white. */
const RAMP = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [200, 130, 0],
] as const;

function ramp(i: number, count: number): string {
  const where = count <= 1 ? 1 : (i / (count - 1)) * (RAMP.length - 1);
  const left = Math.min(RAMP.length - 2, Math.floor(where));
  const [a, b] = [RAMP[left] ?? RAMP[0], RAMP[left + 1] ?? RAMP[0]];
  const mix = (k: 0 | 1 | 2): string =>
    Math.round(a[k] + (b[k] - a[k]) * (where - left))
      .toString(16)
      .padStart(2, '0');
  return `#${mix(0)}${mix(1)}${mix(2)}`;
}
