// Times of what comes before the yields: node toolkits/llp/bench/production.mjs [python with pythia8mc] [events]
// The spectra of nine parents and twelve masses; and, given an interpreter, the share of the time of generating soft
// collisions that harvesting takes, both from one run.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [python, events = '2000'] = process.argv.slice(2);
const folder = await mkdtemp(path.join(os.tmpdir(), 'production-bench-'));
try {
  await build({
    stdin: {
      contents: [
        `export { emissionSpectrum, PARENT_NAMES } from './src/production/index.ts';`,
        `export { parseCard } from './src/pythia/card.ts';`,
        `export { runPythia } from './src/io/run-pythia.ts';`,
      ].join('\n'),
      resolveDir: path.resolve(import.meta.dirname, '..'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['toolbase-source'],
    outfile: path.join(folder, 'bench.mjs'),
    logLevel: 'error',
  });
  const bundle = await import(pathToFileURL(path.join(folder, 'bench.mjs')).href);
  spectra(bundle);
  if (python !== undefined) await harvest(bundle);
} finally {
  await rm(folder, { recursive: true });
}

function spectra({ emissionSpectrum, PARENT_NAMES }) {
  const masses = Array.from({ length: 12 }, (_, at) => 0.01 * 1.6 ** at);
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    for (const parent of PARENT_NAMES)
      for (const scalarMassGeV of masses) emissionSpectrum({ parent, lepton: 'mu', scalarMassGeV });
    return performance.now() - start;
  });
  const p50 = times.toSorted((a, b) => a - b)[10];
  console.log(
    `spectra, 9 parents x 12 masses: first ${times[0].toFixed(1)} ms, p50 ${p50.toFixed(1)} ms (at most 100)`,
  );
}

async function harvest({ parseCard, runPythia }) {
  const card = parseCard('Beams:eCM = 13600.\nSoftQCD:inelastic = on\n', 'card');
  const ids = [321, -321, 411, -411, 431, -431, 113, 223, 333];
  const task = (file) => ({ harvest: { path: file, ids, thetaMaxRad: 0.1, bothSides: false } });
  const context = {
    environment: () => ({ python }),
    setting: () => path.join(folder, 'tables'),
    signal: new AbortController().signal,
    progress: () => {},
    tempDir: () => mkdtemp(path.join(folder, 'call-')),
  };
  const run = { card, damped: false, nEvents: Number(events), seed: 1, jobs: 1, task };
  const { takingS, generatingS } = await runPythia(run, context);
  const share = (100 * takingS) / generatingS;
  const rate = Number(events) / generatingS;
  console.log(
    `harvest while generating: ${share.toFixed(1)} % of ${rate.toFixed(0)} events/s (at most 10 %)`,
  );
}
