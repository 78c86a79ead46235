import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { decayInVolumeVsCoupling } from '../src/decay-in-volume-vs-coupling.ts';
import { decayInVolumeVsLifetime } from '../src/decay-in-volume-vs-lifetime.ts';
import { plotReach } from '../src/plot-reach.ts';
import { reachFigure } from '../src/plot/reach-figure.ts';
import { YieldsFile } from '../src/yields/yields-file.ts';
import { logAxis, scientific } from '../src/plot/axis.ts';
import { contextIn } from './operation-context.ts';
import { fluxLines, type SampleRow } from './reference-yields.ts';

const SAMPLE: SampleRow[] = [
  { weight: 3.1e-4, vertex: [0, 0, 0], momentum: [0.35, -0.12, 412] },
  { weight: 5.5e-4, vertex: [-0.11, 0.08, 41.9], momentum: [0.27, -0.3, 96] },
];
const VOLUME = { z_min_m: 112, z_max_m: 163, r_volume_m: 0.92, z_det_m: 165, r_det_m: 0.92, x_off_m: 0 };
const SCAN = { preset: 'muon-only', g_min: 1e-9, g_max: 1, points_per_decade: 20, n_target: 3 } as const;

/** Yields of both channels at three masses, in a fresh folder. */
async function scanned() {
  const context = contextIn();
  writeFileSync(path.join(context.workspace, 'flux.jsonl'), fluxLines(SAMPLE));
  const labels: string[] = [];
  for (const m_phi_gev of [0.25, 0.4, 0.9])
    for (const channel of ['mumu', 'gammagamma'] as const) {
      const output_path = `${channel}_${m_phi_gev}.json`;
      labels.push(output_path);
      await decayInVolumeVsCoupling.run(
        { flux_path: 'flux.jsonl', m_phi_gev, channel, n_int: 2.7e18, ...VOLUME, ...SCAN, output_path },
        context,
      );
    }
  const read = (label: string): Buffer => readFileSync(path.join(context.workspace, label));
  return { context, labels, read };
}

test('a reach plot has axes with units, a legend, the target and a caption, and is the same each time', async () => {
  const { context, labels, read } = await scanned();
  const draw = () =>
    plotReach.run(
      {
        yields_paths: labels,
        kind: 'both',
        title: 'Reach <of> two & scalars',
        output_paths: ['a.svg', 'a.png', 'a.pdf'],
      },
      context,
    );
  const told = await draw();
  expect(told).toMatchObject({ masses_gev: [0.25, 0.4, 0.9], channels: ['mumu', 'gammagamma'] });
  const svg = read('a.svg').toString();
  const words = svg.replace(/<[^>]*>/g, '');
  for (const expected of [
    'scalar mass m\u03c6 [GeV]',
    'coupling g',
    'expected decays N',
    'N = 3',
    '2.7 \u00d7 1018',
    '112 m < z < 163 m',
  ])
    expect(words.replaceAll('&lt;', '<')).toContain(expected);
  expect(svg).toContain('Reach &lt;of&gt; two &amp; scalars');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  const first = [read('a.png'), read('a.pdf')];
  await draw();
  expect([read('a.png').equals(first[0]!), read('a.pdf').equals(first[1]!)]).toEqual([true, true]);
});

test('the PNG is an image of twice the size, the PDF has one page and embeds its font', async () => {
  const { context, labels, read } = await scanned();
  const told = await plotReach.run(
    { yields_paths: labels, kind: 'contour', title: '', output_paths: ['c.png', 'c.pdf'] },
    context,
  );
  const png = read('c.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * told.width_px, 2 * told.height_px]);
  const pdf = await PDFDocument.load(read('c.pdf'), { updateMetadata: false });
  expect(pdf.getPageCount()).toBe(1);
  const embedded = pdf.context
    .enumerateIndirectObjects()
    .some(([, object]) => object instanceof PDFDict && object.has(PDFName.of('FontFile2')));
  expect(embedded).toBe(true);
});

test('lifetimes are drawn by themselves', async () => {
  const { context, labels } = await scanned();
  const scan = { ctau_min_m: 1e-3, ctau_max_m: 1e6, points_per_decade: 10, acceptance: 'none' as const };
  const told = await decayInVolumeVsLifetime.run(
    { flux_path: 'flux.jsonl', m_phi_gev: 0.4, ...VOLUME, ...scan, output_path: 'ctau.json' },
    context,
  );
  expect(told.quantity).toContain('per inelastic collision');
  const plot = (yields_paths: string[], kind: 'yields' | 'contour') =>
    plotReach.run({ yields_paths, kind, title: '', output_paths: ['t.svg'] }, context);
  await plot(['ctau.json'], 'yields');
  expect(readFileSync(path.join(context.workspace, 't.svg'), 'utf8')).toContain('c\u03c4 [m]');
  await expect(plot(['ctau.json'], 'contour')).rejects.toThrow(/contour needs scans of the coupling/);
  await expect(plot([labels[0]!, 'ctau.json'], 'yields')).rejects.toThrow(/scan of the lifetime/);
});

test('no reach at all is drawn and said', async () => {
  const { context } = await scanned();
  await decayInVolumeVsCoupling.run(
    {
      flux_path: 'flux.jsonl',
      m_phi_gev: 0.4,
      channel: 'mumu',
      n_int: 1,
      ...VOLUME,
      ...SCAN,
      output_path: 'few.json',
    },
    context,
  );
  const told = await plotReach.run(
    { yields_paths: ['few.json'], kind: 'both', title: '', output_paths: ['few.svg'] },
    context,
  );
  expect(told.without_reach).toEqual(['0.4 GeV, mumu']);
  const svg = readFileSync(path.join(context.workspace, 'few.svg'), 'utf8');
  expect(svg).toContain('no coupling reaches the target');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

test('what is no yields file, an unknown ending and the same mass twice are refused', async () => {
  const { context, labels } = await scanned();
  writeFileSync(path.join(context.workspace, 'other.json'), '{"format":"llpyields-1.0"}');
  const plot = (yields_paths: string[], output: string) =>
    plotReach.run({ yields_paths, kind: 'both', title: '', output_paths: [output] }, context);
  await expect(plot(['other.json'], 'x.svg')).rejects.toThrow(/no llpyields-1.0 file/);
  await expect(plot(labels, 'x.jpg')).rejects.toThrow(/\.svg, \.png, \.pdf/);
  await expect(plot([labels[0]!, labels[0]!], 'x.svg')).rejects.toThrow(/already in/);
});

test('an axis of a narrow range has labels at equal steps', () => {
  const told = (low: number, high: number): string[] =>
    logAxis(low, high, 0, 500, 'decimals').ticks.flatMap(({ label }) => label?.map(({ text }) => text) ?? []);
  expect(told(0.138, 0.239)).toEqual(['0.14', '0.16', '0.18', '0.2', '0.22']);
  expect(told(0.9, 3.5)).toEqual(['1', '1.5', '2', '2.5', '3', '3.5']);
  expect(told(0.05, 0.9)).toEqual(['0.05', '0.1', '0.2', '0.5']);
});

test('labels of an axis do not crowd', () => {
  const labelsOf = (low: number, high: number, style: 'powers' | 'decimals') =>
    logAxis(low, high, 0, 400, style)
      .ticks.filter(({ label }) => label !== undefined)
      .map(({ label }) => label!.map(({ text }) => text).join(''));
  expect(labelsOf(1e-9, 1, 'powers').length).toBeLessThanOrEqual(9);
  expect(labelsOf(0.02, 2, 'decimals')).toEqual(['0.02', '0.05', '0.1', '0.2', '0.5', '1', '2']);
  expect(scientific(2.7e18).map(({ text }) => text)).toEqual(['2.7 \u00d7 ', '10', '18']);
});

/** Draws the first yields file, changed. */
async function drawnWith(change: (file: Record<string, unknown>) => void, title = '') {
  const { context, labels, read } = await scanned();
  const file = z.record(z.string(), z.unknown()).parse(JSON.parse(read(labels[0]!).toString()));
  change(file);
  writeFileSync(path.join(context.workspace, 'changed.json'), JSON.stringify(file));
  return plotReach.run(
    { yields_paths: ['changed.json'], kind: 'both', title, output_paths: ['x.svg'] },
    context,
  );
}

test.each([
  ['a mass of 0', 'm_phi_gev', 0],
  ['no yields', 'yields', []],
  ['a channel that is no word', 'channel', '<b>\u0001'],
  ['a coupling of 0', 'yields', [{ g: 0, n_sig: 1, n_sig_uncertainty: 0, n_eff: 1 }]],
  ['neither coupling nor lifetime', 'yields', [{ n_sig: 1, n_sig_uncertainty: 0, n_eff: 1 }]],
])('a yields file with %s is refused', async (_what, key, value) => {
  const change = (file: Record<string, unknown>): void => {
    file[key] = value;
  };
  await expect(drawnWith(change)).rejects.toThrow('is no llpyields-1.0 file');
});

test.each(['a\u0000b', 'two\nlines', '\ud800', '\uffff'])(
  'a title that no file can hold is refused: %j',
  async (title) => {
    await expect(drawnWith(() => undefined, title)).rejects.toThrow('title: holds characters');
  },
);

test('where a contour only stops, or is none, is said in the picture and beside it', async () => {
  const { context, labels, read } = await scanned();
  const muons = labels.filter((label) => label.startsWith('mumu'));
  const draw = (yields_paths: string[]) =>
    plotReach.run({ yields_paths, kind: 'contour', title: '', output_paths: ['c.svg'] }, context);
  const whole = await draw(muons);
  expect(whole.warnings).toEqual([
    'mumu: the contour stops at 0.25 GeV because no lighter mass was scanned.',
    'mumu: the contour stops at 0.9 GeV because no heavier mass was scanned.',
  ]);
  expect(read('c.svg').toString()).toContain('dashed: no further masses scanned');
  expect(
    read('c.svg')
      .toString()
      .match(/stroke-dasharray/g),
  ).toHaveLength(2);
  expect((await draw(muons.slice(0, 1))).warnings).toEqual([
    'mumu: one mass with reach is a bar, no contour; scan more masses.',
  ]);
  expect((await draw(muons.slice(0, 2))).warnings[0]).toContain('two masses with reach');
});

test('yields of different experiments in one figure are warned of', async () => {
  const { context, labels, read } = await scanned();
  const file = z.record(z.string(), z.unknown()).parse(JSON.parse(read('mumu_0.4.json').toString()));
  writeFileSync(path.join(context.workspace, 'more.json'), JSON.stringify({ ...file, n_int: 1e10 }));
  const draw = (yields_paths: string[]) =>
    plotReach.run({ yields_paths, kind: 'yields', title: '', output_paths: ['d.svg'] }, context);
  expect((await draw(labels)).warnings).toEqual([]);
  expect((await draw(['mumu_0.25.json', 'more.json'])).warnings).toEqual([
    'The files differ in n_int: what is drawn is not one experiment.',
  ]);
});

test('a figure is not drawn twice into one file', async () => {
  const { context, labels } = await scanned();
  const asked = { yields_paths: labels, kind: 'yields', title: '' } as const;
  await expect(
    plotReach.run({ ...asked, yields_paths: labels, output_paths: ['a.svg', './a.svg'] }, context),
  ).rejects.toThrow('is the same file as');
});

test('a figure of as many masses as there may be has an answer that fits', async () => {
  const { context, read } = await scanned();
  const file = z.record(z.string(), z.unknown()).parse(JSON.parse(read('mumu_0.4.json').toString()));
  const grid = z.looseObject({}).parse(file['grid_diagnostic']);
  const labels = Array.from({ length: 128 }, (_none, i) => {
    const one = { ...file, m_phi_gev: 0.25 + i / 300, grid_diagnostic: { ...grid, bracketed: false } };
    writeFileSync(path.join(context.workspace, `many_${i}.json`), JSON.stringify(one));
    return `many_${i}.json`;
  });
  const told = await plotReach.run(
    { yields_paths: labels, kind: 'both', title: '', output_paths: ['m.svg'] },
    context,
  );
  expect(JSON.stringify(told).length).toBeLessThan(8192);
});

test('the caption tells of a volume beside the beam', async () => {
  const { labels, read } = await scanned();
  const file = YieldsFile.parse(JSON.parse(read(labels[0] ?? '').toString()));
  const aside = { ...file, geometry_m: { ...file.geometry_m, x_off: -0.4 } };
  const texts = reachFigure([aside], 'contour', '').marks.flatMap((mark) =>
    mark.kind === 'text' ? mark.spans.map(({ text }) => text) : [],
  );
  expect(texts).toContain('112 m < z < 163 m, r < 0.92 m around x = -0.4 m');
});

test('a long title is as small as the figure needs', async () => {
  const { labels, read } = await scanned();
  const file = YieldsFile.parse(JSON.parse(read(labels[0] ?? '').toString()));
  const sizeOf = (title: string, kind: 'contour' | 'both') => {
    const { marks, width } = reachFigure([file], kind, title);
    const found = marks.find((mark) => mark.kind === 'text' && mark.spans[0]?.text === title);
    return { size: found?.kind === 'text' ? found.size : 0, width };
  };
  const long = 'reach of the detector '.repeat(4).trim();
  const { size, width } = sizeOf(long, 'contour');
  // 0.53 of the size is the mean width of small letters of Open Sans.
  expect(78 + 0.53 * size * long.length).toBeLessThan(width);
  expect(size).toBeGreaterThan(8);
  expect(sizeOf('Reach', 'contour').size).toBe(17);
  expect(sizeOf(long, 'both').size).toBe(17);
});

/** One file of a coupling scan, changed to other masses and edges. */
async function contourOf(edges: readonly (readonly [mass: number, lower: number, upper: number])[]) {
  const { labels, read } = await scanned();
  const file = YieldsFile.parse(JSON.parse(read(labels[0] ?? '').toString()));
  const grid = file.grid_diagnostic;
  if (grid === undefined) throw new Error('a scan of couplings has a diagnostic');
  const files = edges.map(([m_phi_gev, lower, upper]) => ({
    ...file,
    m_phi_gev,
    grid_diagnostic: { ...grid, lower, upper, crossings: [] },
  }));
  const areas = reachFigure(files, 'contour', '').marks.filter((mark) => mark.kind === 'area');
  const [band, legend] = [0.25, 0.3].map(
    (opacity) => areas.find((area) => area.opacity === opacity)?.points ?? [],
  );
  return { band: band ?? [], legend: legend ?? [] };
}

/** Couplings of 1e-7 to 1e-3, over a frame of 460 px. */
const MASSES = [0.1, 0.2, 0.4, 0.8];

test.each([
  ['a band that fills the upper left corner', MASSES.map((m) => [m, 1e-7, 2e-4 * (0.1 / m) ** 2] as const)],
  ['a band that fills the lower right corner', MASSES.map((m) => [m, 8e-4 * (0.1 / m) ** 4, 9e-4] as const)],
  ['a band that fills the frame', MASSES.map((m) => [m, 1.2e-7, 8e-4] as const)],
])('the legend is put beside %s', async (_what, edges) => {
  const { band, legend } = await contourOf(edges);
  const [left, right] = [Math.min(...legend.map(([x]) => x)), Math.max(...legend.map(([x]) => x)) + 70];
  const [top, bottom] = [Math.min(...legend.map(([, y]) => y)), Math.max(...legend.map(([, y]) => y))];
  const points = Array.from(
    { length: 40 },
    (_none, i) =>
      [left + ((right - left) * (i % 8)) / 7, top + ((bottom - top) * Math.floor(i / 8)) / 4] as const,
  );
  expect(band.length).toBe(8);
  expect(points.filter((point) => isWithin(point, band))).toEqual([]);
});

/** Whether a ray from the point crosses the outline an odd number of times. */
function isWithin(
  [x, y]: readonly [number, number],
  outline: readonly (readonly [number, number])[],
): boolean {
  return outline.reduce((inside, [x1, y1], i) => {
    const [x0, y0] = outline.at(i - 1) ?? [0, 0];
    return y0 > y !== y1 > y && x < x0 + ((y - y0) * (x1 - x0)) / (y1 - y0) ? !inside : inside;
  }, false);
}
