import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { HarvestManifest } from '../../toolkits/llp/src/harvest/input.ts';
import { YieldsFile } from '../../toolkits/llp/src/yields/yields-file.ts';
import { guideScripts, programFolder } from './guide.ts';
import { runOn } from './offline.ts';
import { type InstalledLlp, installLlp, needsPythia } from './pythia-toolkit.ts';

let installed: InstalledLlp;
beforeAll(async () => {
  installed = await installLlp();
}, 300_000);

/** 20,000 soft and 5,000 charmonium events to a figure, each step as a user types it. With TOOLBASE_TEST_ARTEFACTS, a folder, the
 * figure is kept there. */
test('the guide from run cards to a reach runs as it is written', async (context) => {
  needsPythia(context, installed);
  const { home } = installed;
  const scripts = [...guideScripts('forward-reach').values()].flat();
  const env = { PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}` };
  const command = ['bash', '-euo', 'pipefail', '-c', scripts.join('\n')];
  const ended = await runOn({ home, network: true }, [], env, command);
  expect(ended.status, ended.stdout + ended.stderr).toBe(0);

  const file = (name: string): string => path.join(home, 'reach', name);
  keep(['reach.svg', 'reach.png'].map(file));
  const json = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'));
  const soft = HarvestManifest.parse(json('soft_manifest.json'));
  const hard = HarvestManifest.parse(json('charmonium_manifest.json'));
  // 78.585 mb: the parametrisation of total, elastic and diffractive cross sections at 13.6 TeV, no Monte Carlo.
  expect(soft.sigma_gen_mb).toBeCloseTo(78.585, 2);
  expect(soft.weight).toBeCloseTo(1 / 20_000, 15);
  expect(hard.weight).toBeCloseTo((hard.sigma_gen_mb ?? 0) / 78.585 / 5000, 12);
  expect([...soft.parents, ...hard.parents].map(({ parent }) => parent)).toEqual([
    'K',
    'D',
    'Ds',
    'rho',
    'omega',
    'phi',
    'Jpsi',
    'psi2S',
  ]);

  const light = reachIn(json('yields_0.15.json'));
  const heavy = reachIn(json('yields_0.22.json'));
  for (const { upper, lower, counts } of [light, heavy]) {
    // One g^2 of the production, one of the decay, as long as the scalar outlives the way to the volume.
    expect(counts(1e-8) / counts(1e-9) / 1e4).toBeCloseTo(1, 2);
    expect(counts(1)).toBeLessThan(1e-3);
    expect(upper).toBeGreaterThan(lower);
  }
  // A loop against a tree: decays to muons are faster by orders of magnitude at one coupling.
  expect(heavy.upper).toBeLessThan(light.upper / 30);
  expect(heavy.lower).toBeLessThan(light.lower);

  expect(readFileSync(file('reach.svg'), 'utf8')).toMatch(/^<svg/);
  expect(readFileSync(file('reach.png')).subarray(1, 4).toString()).toBe('PNG');
}, 900_000);

function keep(files: readonly string[]): void {
  const artefacts = process.env['TOOLBASE_TEST_ARTEFACTS'];
  if (artefacts === undefined) return;
  mkdirSync(artefacts, { recursive: true });
  for (const file of files) copyFileSync(file, path.join(artefacts, path.basename(file)));
}

/** Edges of the reach, and the expected number of decays by coupling. */
function reachIn(document: unknown) {
  const { grid_diagnostic: found, yields } = YieldsFile.parse(document);
  const counts = (g: number): number => {
    const point = yields.find((each) => Math.abs((each.g ?? 0) / g - 1) < 1e-9);
    if (point === undefined) throw new Error(`no coupling ${g}`);
    return point.n_sig;
  };
  const lower = found?.lower ?? undefined;
  const upper = found?.upper ?? undefined;
  if (lower === undefined || upper === undefined) throw new Error('no reach');
  return { lower, upper, counts };
}
