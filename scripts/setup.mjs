// Makes a fresh clone ready: installs when node_modules does not match package-lock.json, builds when dist
// does not match the sources. Uses nothing but Node, since nothing else is there yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const installStamp = path.join(root, 'node_modules', '.toolbase-install');
const buildStamp = path.join(root, 'dist', '.toolbase-build');

if (process.platform === 'win32') {
  console.error('toolbase runs on Linux and macOS; on Windows use WSL.');
  process.exit(3);
}

/** @param {string[]} files */
function digest(files) {
  // Not of the Node version: no dependency is compiled, so another Node finds the same.
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** @param {string} dir @returns {string[]} */
function filesUnder(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', 'test'].includes(entry.name))
    .flatMap((entry) => {
      const full = path.join(dir, entry.name);
      return entry.isDirectory() ? filesUnder(full) : [full];
    })
    .sort();
}

/** @param {string} stamp @param {string} wanted */
const matches = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;

/** @param {string} what @param {string} command @param {string[]} args */
function run(what, command, args) {
  console.error(`${what} …`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`${what} failed (exit ${status ?? 'by signal'}).`);
  process.exit(3);
}

const wantedInstall = digest(['package.json', 'package-lock.json'].map((f) => path.join(root, f)));
if (!matches(installStamp, wantedInstall)) {
  run('Installing dependencies (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installStamp, wantedInstall);
}

const sources = ['src', 'toolkits', 'scripts', 'bin'].flatMap((d) => filesUnder(path.join(root, d)));
const wantedBuild = digest([
  ...sources,
  path.join(root, 'package.json'),
  path.join(root, 'package-lock.json'),
]);
if (!matches(buildStamp, wantedBuild)) {
  run('Building', process.execPath, ['scripts/build.mjs']);
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, wantedBuild);
}
