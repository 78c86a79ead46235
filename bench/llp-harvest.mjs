// `node bench/llp-harvest.mjs`, after a build: what harvesting costs over Pythia alone. The worker takes the time of both in the same
// process and the same run: of `next()`, and of what is done with its event; their ratio is told here, the median over runs. It installs
// Pythia into a folder of its own. Exits 1 above the target. `--events N` (default 3000), `--rounds N` (default 3).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const TARGET_PERCENT = 10;
const { values } = parseArgs({
  options: { events: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '3' } },
});
const program = path.resolve(import.meta.dirname, '..', 'bin', 'run.js');
const home = mkdtempSync(path.join(os.tmpdir(), 'toolbase-bench-harvest-'));
const env = { ...process.env, TOOLBASE_HOME: home };
const toolbase = (...args) =>
  execFileSync(process.execPath, [program, ...args], { cwd: home, env, encoding: 'utf8' });

try {
  writeFileSync(path.join(home, 'llp.yaml'), 'formatVersion: 1\ntoolkits:\n  "@toolbase/llp": "*"\n');
  writeFileSync(path.join(home, 'soft.cmnd'), 'Beams:eCM = 13600.\nSoftQCD:inelastic = on\n');
  toolbase('lock', 'llp.yaml');
  toolbase('install', 'llp.lock');
  for (let round = 0; round < Number(values.rounds); round += 1)
    toolbase('call', 'llp.lock', 'llp__HarvestForwardFlux', '--arguments', argumentsOf(round));
  const percent = told().sort((a, b) => a - b);
  const median = percent[Math.floor((percent.length - 1) / 2)];
  console.log(`${values.events} soft events, mesons within 0.1 rad on both sides, ${percent.length} runs`);
  console.log(
    `  harvesting over generating  ${median} %  (${percent.join(', ')}; target at most ${TARGET_PERCENT})`,
  );
  if (!(median <= TARGET_PERCENT)) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

function argumentsOf(round) {
  const run = { cmnd_path: 'soft.cmnd', n_events: Number(values.events), seed: 1 + round };
  return JSON.stringify({ ...run, hemispheres: 'both-folded', theta_max_rad: 0.1 });
}

/** What the hosts logged, in per cent. */
function told() {
  const logs = readdirSync(home, { recursive: true }).filter((file) => file.endsWith('.hosts.log'));
  const texts = logs.map((file) => readFileSync(path.join(home, file), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/harvesting took ([\d.]+) %/g)].map(([, share]) => Number(share)),
  );
}
