// Time of one warm decay width, in milliseconds: node toolkits/symbolic/bench/width.mjs [calls]
// `numeric` reads the declaration and sums helicities; `whole` adds the closed form and the comparison of both.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const calls = Number(process.argv[2] ?? 300);
const root = path.resolve(import.meta.dirname, '..');
const folder = await mkdtemp(path.join(os.tmpdir(), 'width-bench-'));
try {
  await build({
    stdin: {
      contents: [
        `export { decayRate } from './src/compute-decay-rate.ts';`,
        `export { readDecay } from './src/decay.ts';`,
        `export { helicityWidth } from './src/numeric/width.ts';`,
        `export { STRUCTURE_DIAGRAMS } from './test/reference-diagrams.ts';`,
        `export { withValues } from './test/diagrams.ts';`,
      ].join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['toolbase-source'],
    outfile: path.join(folder, 'bench.mjs'),
    logLevel: 'error',
  });
  const bundle = await import(pathToFileURL(path.join(folder, 'bench.mjs')).href);
  const vectors = JSON.parse(await readFile(path.join(root, 'test/vectors/two-body-decays.json'), 'utf8'));
  measure(bundle, vectors.entries);
} finally {
  await rm(folder, { recursive: true });
}

function measure({ decayRate, readDecay, helicityWidth, STRUCTURE_DIAGRAMS, withValues }, entries) {
  const numeric = (input) => {
    const { externals, resolved, factors } = readDecay(input);
    return helicityWidth(externals, resolved.vertex, factors);
  };
  for (const [structure, diagram] of Object.entries(STRUCTURE_DIAGRAMS)) {
    const entry = entries.find((candidate) => candidate.structure === structure);
    const input = withValues(diagram, entry.inputs);
    const [fast, whole] = [median(() => numeric(input)), median(() => decayRate(input))];
    console.log(
      `${structure.padEnd(34)} numeric p50 ${fast.toFixed(3)} ms   whole p50 ${whole.toFixed(3)} ms`,
    );
  }
}

function median(run) {
  for (let call = 0; call < 50; call++) run();
  const times = Array.from({ length: calls }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(calls / 2)];
}
