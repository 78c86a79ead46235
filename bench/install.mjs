// `npm run bench:install`: how fast 50 toolkits are installed, against `npm ci` of the very same tarballs from the same
// Verdaccio in the same minutes. Rounds alternate between the two, since only numbers taken side by side compare.
// Cold: no cache, nothing installed. Warm: everything fetched and installed before.
// Exits 1 when a target is missed. `--rounds N` (default 5).
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { randomBytes } from 'node:crypto';
import { readLock } from '../dist/lockfile/io/index.js';
import { buildTarball } from '../dist/store/index.js';
import { openEnvironments, openStore } from '../dist/store/io/index.js';
import { install } from '../dist/workflow/io/index.js';
import { benchManifest, temporaryFolder } from './install-toolkit.mjs';
import { startVerdaccio } from './verdaccio.mjs';

const TOOLKITS = 50;
const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const median = (/** @type {number[]} */ numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? NaN;

const folder = temporaryFolder();
const server = await startVerdaccio(root, folder);
const names = Array.from({ length: TOOLKITS }, (_, at) => `kit-${String(at + 1).padStart(2, '0')}`);
for (const name of names) await publish(name);

/** A toolkit of some 200 kB in ten files, half of it bytes that do not compress. @param {string} name */
async function publish(name) {
  const text = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value));
  const file = (/** @type {string} */ at, /** @type {Uint8Array} */ bytes) =>
    /** @type {const} */ ({ path: at, mode: 0o644, bytes });
  const packageJson = { name, version: '1.0.0', toolbase: { kind: 'toolkit' } };
  const tarball = buildTarball([
    file('package.json', text(packageJson)),
    file('toolkit.json', text({ ...benchManifest(name, 5), version: '1.0.0' })),
    file('host.mjs', Buffer.from(`export const toolkit = ${'0 + '.repeat(25_000)}0;\n`)),
    ...Array.from({ length: 7 }, (_, at) => file(`tables/${at}.bin`, randomBytes(14_000))),
  ]);
  const of = { name, version: '1.0.0', tarball, toolkitDependencies: {}, packageJson };
  await server.registry.publish(/** @type {any} */ (of));
}

/** Runs a program to its end. @returns milliseconds @param {string} command @param {string[]} args @param {Record<string, string>} env @param {string} cwd */
async function timed(command, args, env, cwd) {
  const startedMs = performance.now();
  const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${said}`);
  return performance.now() - startedMs;
}

/** Folders of the store are read-only. @param {string} at */
async function remove(at) {
  execFileSync('chmod', ['-R', 'u+w', at]);
  await rm(at, { recursive: true, force: true });
}

// npm's side: a project whose lock names the same tarballs.
const project = path.join(folder, 'project');
mkdirSync(project);
const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
writeFileSync(
  path.join(project, 'package.json'),
  JSON.stringify({ name: 'p', version: '1.0.0', dependencies }),
);
const npmEnv = {
  HOME: folder,
  npm_config_registry: server.address,
  npm_config_cache: path.join(folder, 'npm'),
};
const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
await timed('npm', ['install', '--package-lock-only', ...quiet], npmEnv, project);

// Ours: a home whose settings name the server, and the lock of a loadout with all toolkits.
const home = path.join(folder, 'home');
mkdirSync(home);
const settings = `formatVersion: 1\nregistries:\n  lab: {npm: "${server.address}"}\n`;
writeFileSync(path.join(home, 'settings.yaml'), settings);
chmodSync(path.join(home, 'settings.yaml'), 0o600);
const loadout = path.join(folder, 'all.yaml');
const lines = names.map((name) => `  ${name}: {version: "1.0.0", operations: [Echo0]}\n`);
writeFileSync(loadout, `formatVersion: 1\ntoolkits:\n${lines.join('')}`);
const lockFile = path.join(folder, 'all.lock');
const toolbase = (/** @type {string} */ at, /** @type {string[]} */ ...args) =>
  timed(process.execPath, [path.join(root, 'bin/run.js'), ...args], { HOME: at, TOOLBASE_HOME: at }, folder);
await toolbase(home, 'lock', loadout);

const npmCi = (/** @type {string} */ at, /** @type {string} */ cache) =>
  timed('npm', ['ci', ...quiet], { ...npmEnv, npm_config_cache: cache }, at);
const seen = { coldNpm: [], coldOurs: [], warmNpm: [], warmOurs: [], inNpm: [], inOurs: [] };

for (let round = -1; round < rounds; round += 1) {
  const keep = (/** @type {keyof typeof seen} */ what, /** @type {number} */ ms) => {
    // The first round fills the file caches.
    if (round >= 0) /** @type {number[]} */ (seen[what]).push(ms);
  };
  const scratch = temporaryFolder();
  const at = path.join(scratch, 'project');
  mkdirSync(at);
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(path.join(project, file), path.join(at, file));
  const cache = path.join(scratch, 'npm');
  const own = path.join(scratch, 'home');
  mkdirSync(own);
  cpSync(path.join(home, 'settings.yaml'), path.join(own, 'settings.yaml'));
  keep('coldNpm', await npmCi(at, cache));
  keep('coldOurs', await toolbase(own, 'install', lockFile));
  keep('warmNpm', await npmCi(at, cache));
  keep('warmOurs', await toolbase(own, 'install', lockFile));
  keep('inNpm', await arboristCi(at, cache));
  keep('inOurs', await ourInstall(path.join(own, 'store')));
  await remove(scratch);
}

/** What `npm ci` does, in this process. @param {string} at @param {string} cache */
async function arboristCi(at, cache) {
  const globals = execFileSync('npm', ['root', '-g'], { encoding: 'utf8' }).trim();
  const Arborist = createRequire(path.join(globals, 'npm/package.json'))('@npmcli/arborist');
  const startedMs = performance.now();
  const options = {
    path: at,
    cache,
    registry: server.address,
    audit: false,
    ignoreScripts: true,
    save: false,
  };
  await rm(path.join(at, 'node_modules'), { recursive: true, force: true });
  const arborist = new Arborist(options);
  await arborist.loadVirtual();
  await arborist.reify(options);
  return performance.now() - startedMs;
}

/** What `toolbase install` does, in this process. @param {string} store */
async function ourInstall(store) {
  const startedMs = performance.now();
  const environments = openEnvironments(store, { env: process.env });
  const steps = await install(await readLock(lockFile), {
    store: openStore(store),
    environments,
    registries: [server.registry],
  });
  if (steps.some(({ action }) => action !== 'keep')) throw new Error('this was no warm installation');
  return performance.now() - startedMs;
}

console.log(
  `Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}, ${rounds} rounds\n`,
);
let missed = 0;
for (const [what, ours, theirs, target] of /** @type {const} */ ([
  ['cold install of 50 toolkits / npm ci', seen.coldOurs, seen.coldNpm, 1],
  ['warm install / warm npm ci, whole processes', seen.warmOurs, seen.warmNpm, 0.5],
  ['warm install / warm npm ci, in one process', seen.inOurs, seen.inNpm, 0.1],
])) {
  const ratio = median(ours) / median(theirs);
  const verdict = `<= ${target} ${ratio <= target ? 'ok' : 'MISSED'}`;
  if (ratio > target) missed += 1;
  const measured = `${median(ours).toFixed(0)} against ${median(theirs).toFixed(0)} ms`;
  console.log(`${what.padEnd(46)} ${ratio.toFixed(3).padStart(7)}  ${verdict.padEnd(16)} ${measured}`);
}
await remove(folder);
// At the very end: npm's library asks again for what it has in its cache, and ends this process when it is not answered.
server.stop();
process.exit(missed === 0 ? 0 : 1);
