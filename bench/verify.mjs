// `node bench/verify.mjs`, after a build: how long `verify` of 200 installed toolkits takes, against sha256 over the same bytes in one
// loop of the same process, the least that any such check has to do. Rounds alternate between the two, since only numbers
// taken side by side compare. Exits 1 when a target is missed. `--toolkits N` (default 200), `--rounds N` (default 7).
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openWritableDirectory } from '../dist/registry/io/index.js';
import { buildTarball } from '../dist/store/index.js';
import { openEnvironments, openStore } from '../dist/store/io/index.js';
import { createLock, install, verify } from '../dist/workflow/io/index.js';
import { temporaryFolder } from './install-toolkit.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { toolkits: { type: 'string', default: '200' }, rounds: { type: 'string', default: '7' } },
});
const count = Number(values.toolkits);
const rounds = Number(values.rounds);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];

/** A toolkit as they are: a bundled host of 100 kB, ten operations, a skill and some tables. */
function toolkit(name) {
  const operation = (at) => ({
    name: `Compute${at}`,
    title: `Computes quantity ${at}`,
    description: `Computes quantity ${at} of a decay, in GeV, from the masses of the particles. `.repeat(3),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        ['m_parent_gev', 'm_1_gev', 'm_2_gev'].map((key) => [
          key,
          { type: 'number', description: `${key}: mass of a particle, in GeV`, minimum: 0 },
        ]),
      ),
      required: ['m_parent_gev'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    effects: { deterministic: true },
  });
  const manifest = {
    formatVersion: 1,
    kind: 'toolkit',
    name,
    version: '1.0.0',
    title: name,
    summary: 'For measuring.',
    host: { kind: 'node', entry: 'host/toolkit.mjs' },
    operations: Array.from({ length: 10 }, (_none, at) => operation(at)),
    ...{ bundles: {}, skills: [], settings: {}, externals: {}, environments: {}, toolkitDependencies: {} },
  };
  const file = (at, text) => ({ path: at, mode: 0o644, bytes: Buffer.from(text) });
  return buildTarball([
    file('package.json', JSON.stringify({ name, version: '1.0.0' })),
    file('toolkit.json', JSON.stringify(manifest)),
    file('host/toolkit.mjs', `// ${name}\n${'export const x = 1;\n'.repeat(5000)}`),
    ...Array.from({ length: 5 }, (_none, at) => file(`data/table-${at}.csv`, `${name},${at}\n`.repeat(500))),
  ]);
}

const home = temporaryFolder();
const storeDir = path.join(home, 'store');
const store = openStore(storeDir);
const environments = openEnvironments(storeDir, { env: process.env });
const registry = openWritableDirectory({
  name: 'local',
  directory: path.join(home, 'registry'),
  mustExist: false,
});
const names = Array.from({ length: count }, (_none, at) => `bench-${String(at).padStart(4, '0')}`);
for (const name of names)
  await registry.publish({ name, version: '1.0.0', tarball: toolkit(name), toolkitDependencies: {} });
const loadoutFile = path.join(home, 'all.yaml');
const lockFile = path.join(home, 'all.lock');
writeFileSync(
  loadoutFile,
  `formatVersion: 1\ntoolkits:\n${names.map((name, at) => `  ${name}: {version: "1", as: b${at}}`).join('\n')}\n`,
);
const { lock } = await createLock({ loadoutFile }, { registries: [registry] });
await install(lock, { store, environments, registries: [registry] });

/** The baseline: every byte of every file, in one loop. */
function hashAll() {
  const trees = path.join(storeDir, 'v1', 'trees');
  let sizeBytes = 0;
  let files = 0;
  for (const entry of readdirSync(trees, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(path.join(entry.parentPath, entry.name));
    createHash('sha256').update(bytes).digest('hex');
    sizeBytes += bytes.length;
    files += 1;
  }
  return { sizeBytes, files };
}

const seen = { baseline: [], inProcess: [], whole: [] };
const cpu = { baseline: [], inProcess: [], whole: [] };
/** Other work on the machine lengthens a time, but hardly the seconds that a processor spent on it. */
const cpuMs = () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1000;
};
const timed = async (act) => {
  const startedMs = performance.now();
  const startedCpuMs = cpuMs();
  const result = await act();
  return [performance.now() - startedMs, result, cpuMs() - startedCpuMs];
};
/** The whole program, with the time that the system counted for it. */
function runWhole() {
  const script = 'node_times=$( { time -p "$0" "$@" >/dev/null; } 2>&1 ); echo "$? $node_times"';
  const args = ['-c', script, process.execPath, path.join(root, 'bin/run.js'), 'verify', lockFile];
  const { stdout } = spawnSync('bash', args, {
    encoding: 'utf8',
    env: { ...process.env, TOOLBASE_HOME: home },
  });
  const [, status, user, system] = /^(\d+)[\s\S]*user ([\d.]+)\s+sys ([\d.]+)/.exec(stdout) ?? [];
  return { status: Number(status), cpuMs: (Number(user) + Number(system)) * 1000 };
}
let hashed = { sizeBytes: 0, files: 0 };
for (let round = -1; round < rounds; round += 1) {
  const [baselineMs, what, baselineCpu] = await timed(() => Promise.resolve(hashAll()));
  const [inProcessMs, report, inProcessCpu] = await timed(() => verify(lockFile, store, environments));
  const [wholeMs, { status, cpuMs: wholeCpu }] = await timed(() => Promise.resolve(runWhole()));
  if (report.ending !== 'good' || status !== 0) throw new Error('the store is not as it was installed');
  hashed = what;
  // The first round fills the file caches.
  if (round >= 0) {
    seen.baseline.push(baselineMs);
    seen.inProcess.push(inProcessMs);
    seen.whole.push(wholeMs);
    cpu.baseline.push(baselineCpu);
    cpu.inProcess.push(inProcessCpu);
    cpu.whole.push(wholeCpu);
  }
}
execFileSync('chmod', ['-R', 'u+w', home]);
await rm(home, { recursive: true, force: true });

console.log(
  `Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ${rounds} rounds, ${count} toolkits, ${hashed.files} files, ${(hashed.sizeBytes / 1e6).toFixed(1)} MB\n`,
);
const targets = [
  ['sha256 over the same bytes, one loop', 'baseline', undefined],
  ['verify, in one process', 'inProcess', 1000],
  ['toolbase verify, the whole program', 'whole', undefined],
];
let missed = 0;
for (const [what, which, target] of targets) {
  const ms = median(seen[which]);
  const verdict = target === undefined ? '' : ms <= target ? `<= ${target} ok` : `<= ${target} MISSED`;
  if (verdict.endsWith('MISSED')) missed += 1;
  const ratio = (ms / median(seen.baseline)).toFixed(2);
  const spent = median(cpu[which]).toFixed(0).padStart(6);
  console.log(
    `${what.padEnd(40)} ${ms.toFixed(0).padStart(6)} ms  ${ratio.padStart(6)} x  CPU ${spent} ms  ${verdict}`,
  );
}
process.exit(missed === 0 ? 0 : 1);
