// `npm run bench`: how fast `toolbase serve` is, against the SDK's own low-level server on the same machine in the
// same minutes. Rounds alternate between the two, since only numbers taken side by side compare.
// Exits 1 when a target is missed. `--rounds N` (default 15), `--calls N` (default 1000).
// `--side-by-side` measures it beside other servers instead: bench/side-by-side.mjs.
import { readdirSync, readlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDirectHost } from './direct-host.mjs';
import { installToolkit, temporaryFolder } from './install-toolkit.mjs';
import { startServer } from './stdio-server.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    calls: { type: 'string', default: '1000' },
    'side-by-side': { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
  },
});
if (values['side-by-side']) {
  const { sideBySide } = await import('./side-by-side.mjs');
  process.exit(
    await sideBySide({ rounds: Number(values.rounds), calls: Number(values.calls), others: values.others }),
  );
}
const rounds = Number(values.rounds);
const calls = Number(values.calls);

const quantile = (numbers, q) => [...numbers].sort((a, b) => a - b)[Math.floor(q * (numbers.length - 1))];
const median = (numbers) => quantile(numbers, 0.5);

const { home, lockFile, entry } = await installToolkit(root);
const workspace = temporaryFolder();
const baseline = [path.join(root, 'bench/sdk-server.mjs')];
const served = [path.join(root, 'bin/run.js'), 'serve', lockFile, '--workspace', workspace, '--home', home];

const seen = { baseline: [], served: [] };
for (let round = -1; round < rounds; round += 1) {
  for (const [name, args] of [
    ['baseline', baseline],
    ['served', served],
  ]) {
    const server = await startServer(args);
    await sleep(200);
    const residentBytes = server.residentBytes();
    const { initializeMs, listMs, cpuMs } = server;
    const leaveMs = await server.leave();
    // The first round fills the file caches.
    if (round >= 0) seen[name].push({ initializeMs, listMs, cpuMs, residentBytes, leaveMs });
  }
}

const input = { message: 'a message of some length, as a model would write it', times: 2 };
/** Until the engine has compiled what a call runs through: after 1,000 calls it is still at it, and a call takes a third longer. */
const WARM_UP_CALLS = 5000;
const p50 = { served: [], direct: [] };
for (let round = 0; round < 5; round += 1) {
  const server = await startServer(served);
  const direct = await startDirectHost(entry, workspace);
  const times = { served: [], direct: [] };
  for (let at = 0; at < calls + WARM_UP_CALLS; at += 1) {
    for (const [name, call] of [
      ['served', () => server.call('bench__Echo1', input)],
      ['direct', () => direct.call('Echo1', input)],
    ]) {
      const startedMs = performance.now();
      await call();
      if (at >= WARM_UP_CALLS) times[name].push(performance.now() - startedMs);
    }
  }
  for (const name of ['served', 'direct']) p50[name].push(median(times[name]));
  await Promise.all([server.leave(), direct.stop()]);
}

/** Live processes whose folder is the workspace: the hosts. */
const hosts = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === workspace;
    } catch {
      return false;
    }
  });

const withHost = await startServer(served);
await withHost.call('bench__Echo1', input);
const leaveWithHostMs = await withHost.leave();
const leftOver = hosts().length;

const busy = await startServer(served);
// It is ended in the middle of this call, which therefore has no result.
busy.call('bench__Wait', input).catch(() => undefined);
await sleep(800);
const signalledMs = performance.now();
busy.child.kill('SIGTERM');
const terminatedMs = (await busy.exited) - signalledMs;

const of = (name, field) => median(seen[name].map((each) => each[field]));
const ratio = (field) => of('served', field) / of('baseline', field);
const addedMs = median(p50.served.map((value, at) => value - p50.direct[at]));
const rows = [
  ['spawn to initialize', 'initializeMs', 'ms', ratio('initializeMs'), 0.85],
  ['spawn to list of 40, no host', 'listMs', 'ms', ratio('listMs'), 0.9],
  ['resident memory before any host', 'residentBytes', 'MiB', ratio('residentBytes'), 1.1],
  ['CPU until initialize', 'cpuMs', 'ms', ratio('cpuMs'), undefined],
].map(([what, field, unit, value, target]) => {
  const scale = unit === 'MiB' ? 1024 * 1024 : 1;
  const shown = ['served', 'baseline'].map((name) => (of(name, field) / scale).toFixed(1));
  return {
    what,
    measured: `${shown[0]} against ${shown[1]} ${unit}`,
    value: value.toFixed(3),
    value_: value,
    target,
  };
});
const absolute = [
  ['call, added over the host protocol (p50)', addedMs, 0.3, 'ms'],
  ['exit after the end of input, idle', of('served', 'leaveMs') / 1000, 0.2, 's'],
  ['the same with a host', leaveWithHostMs / 1000, 0.2, 's'],
  ['SIGTERM in mid-call', terminatedMs / 1000, 2, 's'],
  ['processes left', leftOver + hosts().length, 0, ''],
].map(([what, value, target, unit]) => ({
  what,
  measured: unit,
  value: value.toFixed(3),
  value_: value,
  target,
}));

console.log(
  `Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ${rounds} rounds\n`,
);
console.log(
  `call p50: ${median(p50.served).toFixed(3)} ms served, ${median(p50.direct).toFixed(3)} ms direct\n`,
);
// Folders of the store are read-only.
execFileSync('chmod', ['-R', 'u+w', home]);
for (const folder of [home, workspace]) await rm(folder, { recursive: true, force: true });

let missed = 0;
for (const { what, measured, value, value_, target } of [...rows, ...absolute]) {
  const verdict = target === undefined ? '' : value_ <= target ? `<= ${target} ok` : `<= ${target} MISSED`;
  if (verdict.endsWith('MISSED')) missed += 1;
  console.log(`${what.padEnd(44)} ${value.padStart(7)}  ${verdict.padEnd(16)} ${measured}`);
}
process.exit(missed === 0 ? 0 : 1);
