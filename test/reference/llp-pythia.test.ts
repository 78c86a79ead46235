import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { harvestForwardFlux } from '../../toolkits/llp/src/harvest-forward-flux.ts';
import { HarvestInput } from '../../toolkits/llp/src/harvest/input.ts';
import { readTable } from '../../toolkits/llp/src/io/table-file.ts';
import { labels, numbers } from '../../toolkits/llp/src/tables/index.ts';
import {
  type InstalledLlp,
  installLlp,
  needsPythia,
  pythiaContext,
  SOFT_CARD,
} from '../e2e/pythia-toolkit.ts';
import { needsExternal } from '../external.ts';
import { byPython, byToolkit, type Chain, type Parent } from './llp-stages.ts';
import { referencePython } from './python.ts';

let installed: InstalledLlp;
let python: string | undefined;
beforeAll(async () => {
  installed = await installLlp();
  python = referencePython();
}, 300_000);
beforeEach((context) => {
  needsPythia(context, installed);
  needsExternal(context, 'Python with numpy from an index', python !== undefined);
});

const SOFT = { cmnd_path: 'soft.cmnd', n_events: 400, seed: 11, hemispheres: 'both-folded' };
const CHARMONIUM = { cmnd_path: 'charmonium.cmnd', parents: ['Jpsi', 'psi2S'], sigma_norm_mb: 78.585 };

/** @param tables folder that tables of the initialisation are kept in */
async function harvested(input: object, tables: string) {
  const context = await pythiaContext({ ...installed, home: path.join(installed.home, tables) });
  const told = await harvestForwardFlux.run(HarvestInput.parse(input), context);
  const { table } = await readTable(context.readPath(told.output_path), told.output_path);
  const { codes, labels: names } = labels(table, 'parent');
  const columns = ['event', 'parent_pid', 'px', 'py', 'pz', 'E', 'weight_per_collision'].map((name) =>
    numbers(table, name),
  );
  const rows = Array.from(codes, (code, row) => ({
    kind: names[code] ?? '',
    row: columns.map((column) => column[row] ?? NaN),
  }));
  return { manifest: told.manifest, rows };
}

const Numbers = z.array(z.number());
const Taken = z.object({ sigma_mb: z.number(), rows: z.array(Numbers) });

/** What a plain loop over the events of one run takes, which has its tables from the only file of a folder. */
async function taken(request: { ids: readonly number[]; events: number; seed: number }, folder: string) {
  const [file = ''] = await readdir(folder);
  const program = path.join(import.meta.dirname, 'llp', 'pythia_parents.py');
  const child = spawn(installed.python ?? '', ['-IB', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const card = SOFT_CARD.trim().split('\n');
  child.stdin.end(JSON.stringify({ ...request, card, tables: path.join(folder, file), damped: false }));
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  return Taken.parse(JSON.parse(text));
}

test('parents are those that a plain loop over the same events takes', async () => {
  const events = 100;
  const { manifest, rows } = await harvested({ ...SOFT, n_events: events, theta_max_rad: 0.2 }, 'alone');
  const loop = { ids: [321, 411, 431, 113, 223, 333], events, seed: SOFT.seed };
  const { rows: all, sigma_mb: sigma } = await taken(loop, path.join(installed.home, 'alone', 'tables'));
  const key = (row: readonly number[]): string => row.map((value) => value.toPrecision(12)).join(' ');
  const theirs = all.flatMap(([event = NaN, id = NaN, px = NaN, py = NaN, pz = NaN, e = NaN]) =>
    Math.hypot(px, py) <= Math.tan(0.2) * Math.abs(pz) ? [key([event, id, px, py, Math.abs(pz), e])] : [],
  );
  expect(theirs.length).toBeGreaterThan(500);
  expect(rows.map(({ row }) => key(row.slice(0, 6))).sort()).toEqual(theirs.sort());
  expect(manifest.sigma_gen_mb).toBeCloseTo(sigma, 9);
  // Mirrored onto one side: half of what a meson of one of the collisions stands for.
  for (const { row } of rows) expect(row[6]).toBeCloseTo(0.5 / events, 12);
}, 300_000);

/** Wider than the 8 mrad of the volume. */
const theta_max_rad = 0.012;
const parents = async (): Promise<Parent[]> => {
  const soft = await harvested({ ...SOFT, theta_max_rad }, 'chain');
  const hard = await harvested({ ...SOFT, ...CHARMONIUM, theta_max_rad }, 'chain');
  return [...soft.rows, ...hard.rows].map(
    ({ kind, row: [, , px, py, pz, , weight] }): Parent => [
      kind,
      px ?? NaN,
      py ?? NaN,
      pz ?? NaN,
      weight ?? NaN,
    ],
  );
};

type Measured = readonly (readonly [mean: number, error: number])[];

/** Differences of two results in standard deviations of their draws. Exact ones are compared as such; places that few draws
 * reach are left out, since their scatter says little. */
function pulls(ours: Measured, theirs: Measured): number[] {
  return ours.flatMap(([mean, error], i) => {
    const [other, itsError] = theirs[i] ?? [NaN, NaN];
    const together = Math.hypot(error, itsError);
    if (together <= 1e-6 * other) {
      expect(Math.abs(mean - other)).toBeLessThanOrEqual(1e-5 * other);
      return [];
    }
    return together > 0.1 * other ? [] : [(mean - other) / together];
  });
}

const told = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(' ');

/** Compares stage by stage and returns a line for each. */
function compared(ours: Chain, theirs: Chain): string[] {
  const all: number[] = [];
  const line = (name: string, one: Measured, other: Measured): string => {
    const found = pulls(one, other);
    all.push(...found);
    return `${name}: ${told(found)}`;
  };
  const lines = Object.entries(theirs.kinds).flatMap(([kind, stages]) => {
    expect(Math.abs((ours.b_hat[kind] ?? NaN) / (theirs.b_hat[kind] ?? NaN) - 1)).toBeLessThan(1e-5);
    const own = ours.kinds[kind];
    if (own === undefined) throw new Error(`the toolkit has no ${kind}`);
    return (['weight', 'energies', 'angles'] as const).map((stage) =>
      line(`${kind}, ${stage}`, own[stage], stages[stage]),
    );
  });
  for (const stage of ['decays', 'accepted'] as const) {
    lines.push(line(stage, ours[stage], theirs[stage]));
    const errors = ours[stage].map(([mean, error], i) => {
      const relative = Math.hypot(error, theirs[stage][i]?.[1] ?? NaN) / mean;
      // Precise enough to see a bias of some per cent.
      expect(relative).toBeLessThan(0.025);
      return `${(100 * relative).toFixed(1)} %`;
    });
    lines.push(`${stage}, error of the difference: ${errors.join(', ')}`);
  }
  const width = Math.sqrt(all.reduce((sum, pull) => sum + pull ** 2, 0) / all.length);
  lines.push(`${all.length} pulls, root mean square ${width.toFixed(2)}`);
  expect(Object.keys(theirs.kinds)).toContain('K');
  expect(all.length).toBeGreaterThan(50);
  expect(width).toBeLessThan(1.4);
  expect(Math.max(...all.map(Math.abs))).toBeLessThan(4.5);
  return lines;
}

/** N at three couplings: of the lower edge of the reach, of its maximum, of its upper edge. */
const POINTS = {
  '0.22 GeV to muons': { mass: 0.22, channel: 'mumu', g: [1e-9, 3e-7, 1e-6] },
  '0.15 GeV to photons': { mass: 0.15, channel: 'gammagamma', g: [1e-7, 1e-4, 1e-3] },
} as const;

test.each(Object.entries(POINTS))(
  'from the same parents of Pythia plain Python finds the same: %s',
  async (what, { mass, channel, g }) => {
    const given = { mass, channel, g, parents: await parents() };
    const [ours, theirs] = await Promise.all([
      byToolkit(given, { seeds: 10, strata: 16 }),
      byPython(python ?? '', given, { draws: 400, batches: 20 }),
    ]);
    console.info(`${what}, ${given.parents.length} parents\n  ${compared(ours, theirs).join('\n  ')}`);
  },
  480_000,
);
