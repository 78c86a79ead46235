// `node bench/symbolic.mjs`: warm decay widths with closed form, the helicity sums in them, and the cross sections of the
// reference with the embedded engine and with FORM (when it is on PATH), each as median over processes of the median over calls.
// Calls of both kinds alternate in one process, since only numbers taken side by side compare; the ratios are what to read.
// Exits 1 when a target is missed: 10 ms for a width, 200 ms for a cross section by FORM. `--calls N` (default 60),
// `--rounds N` (default 3) for the cross sections.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const WIDTH_TARGET_MS = 10;
const FORM_TARGET_MS = 200;

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '60' }, rounds: { type: 'string', default: '3' } },
});
const toolkit = path.resolve(import.meta.dirname, '..', 'toolkits', 'symbolic');
const folder = mkdtempSync(path.join(os.tmpdir(), 'symbolic-bench-'));

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
const ms = (value) => `${value.toFixed(2)} ms`;

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Medians of several runs of each of two things, taken in turns. */
async function alternating(count, first, second) {
  const times = [[], []];
  for (let round = 0; round < count; round++) {
    times[0].push(await timed(first));
    times[1].push(await timed(second));
  }
  return times.map(median);
}

async function sources() {
  const outfile = path.join(folder, 'sources.mjs');
  await build({
    stdin: {
      contents: [
        `export { computeCrossSection } from './src/compute-cross-section.ts';`,
        `export { decayRate } from './src/compute-decay-rate.ts';`,
        `export { readDecay } from './src/decay.ts';`,
        `export { helicityWidth } from './src/numeric/width.ts';`,
        `export { STRUCTURE_DIAGRAMS } from './test/reference-diagrams.ts';`,
        `export { structureOf, referenceCollision } from './test/reference-collisions.ts';`,
        `export { withValues } from './test/diagrams.ts';`,
      ].join('\n'),
      resolveDir: toolkit,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['toolbase-source'],
    outfile,
    logLevel: 'error',
  });
  mkdirSync(path.join(folder, 'vectors'));
  writeFileSync(path.join(folder, 'vectors', 'collisions.json'), JSON.stringify(vectors('collisions')));
  return import(pathToFileURL(outfile).href);
}

const vectors = (name) =>
  JSON.parse(readFileSync(path.join(toolkit, 'test', 'vectors', `${name}.json`), 'utf8'));

async function widths({ decayRate, readDecay, helicityWidth, STRUCTURE_DIAGRAMS, withValues }) {
  const { entries } = vectors('two-body-decays');
  const numeric = (input) => {
    const { externals, resolved, factors } = readDecay(input);
    return helicityWidth(externals, resolved.vertex, factors);
  };
  const medians = [];
  for (const [structure, diagram] of Object.entries(STRUCTURE_DIAGRAMS)) {
    const input = withValues(diagram, entries.find((entry) => entry.structure === structure).inputs);
    for (let call = 0; call < 40; call++) decayRate(input);
    medians.push(
      await alternating(
        Number(values.calls),
        () => decayRate(input),
        () => numeric(input),
      ),
    );
  }
  return [0, 1].map((which) => median(medians.map((pair) => pair[which])));
}

const machine = (engine, version) => ({
  setting: () => engine,
  external: () => ({ path: 'form', version }),
  tempDir: async () => mkdtempSync(path.join(folder, 'call-')),
  signal: new AbortController().signal,
});

async function collisions({ computeCrossSection, referenceCollision, structureOf }, version) {
  const seen = new Set();
  const entries = vectors('collisions').filter(({ id }) => {
    const structure = structureOf(id);
    return !seen.has(structure) && seen.add(structure);
  });
  const medians = [];
  for (const entry of entries) {
    const input = referenceCollision(entry);
    const by = (engine) => () => computeCrossSection.run(input, machine(engine, version));
    await by('embedded')();
    medians.push(await alternating(Number(values.rounds), by('form'), by('embedded')));
  }
  return [0, 1].map((which) => median(medians.map((pair) => pair[which])));
}

let missed = false;
const line = (what, time, target) => {
  missed ||= target !== undefined && time > target;
  console.log(`${what.padEnd(58)} p50 ${ms(time)}${target === undefined ? '' : `  (target ${target} ms)`}`);
};
try {
  const bundle = await sources();
  const [whole, numeric] = await widths(bundle);
  line('a width with closed form, warm', whole, WIDTH_TARGET_MS);
  line('the same without closed form (helicity sums)', numeric);
  console.log(`ratio ${(whole / numeric).toFixed(2)}`);
  const found = spawnSync('form', ['-v'], { encoding: 'utf8' });
  const version = /FORM (\d+\.\d+(?:\.\d+)?)/.exec(found.stdout ?? '')?.[1];
  if (version === undefined) console.log('FORM is not on PATH: cross sections are not timed');
  else {
    const [form, embedded] = await collisions(bundle, version);
    line('a cross section of the reference, traces by FORM', form, FORM_TARGET_MS);
    line('the same, traces by the embedded engine', embedded);
    console.log(`ratio ${(form / embedded).toFixed(2)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = missed ? 1 : 0;
