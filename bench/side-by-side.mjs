// `npm run bench -- --side-by-side`: `toolbase serve` beside other MCP servers, in one run, a round of each in turn. With
// `--others` also those of bench/others, which are installed there by their own lock when they are not yet.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installToolkit, temporaryFolder } from './install-toolkit.mjs';
import { lockManyToolkits } from './many-toolkits.mjs';
import { startServer } from './stdio-server.mjs';

const root = path.resolve(import.meta.dirname, '..');
const MIB = 1024 * 1024;
const input = { message: 'a message of some length, as a model would write it' };

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];

function installOthers() {
  const folder = path.join(root, 'bench/others');
  if (!existsSync(path.join(folder, 'node_modules/fastmcp')))
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 2, 2] });
}

/** Name, arguments of Node, name of the tool that is called. */
async function contestants(home, workspace, others) {
  const { home: ownHome, lockFile } = await installToolkit(root);
  const many = await lockManyToolkits(root, home, 50, 20);
  const run = path.join(root, 'bin/run.js');
  const serve = (lock, at) => [run, 'serve', lock, '--workspace', workspace, '--home', at];
  const everything = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  if (others) installOthers();
  return {
    ownHome,
    lockFile,
    list: [
      ['by hand', [path.join(root, 'bench/hand-server.mjs')], 'echo'],
      ['raw SDK', [path.join(root, 'bench/sdk-server.mjs')], 'echo'],
      ['server-everything', [everything, 'stdio'], 'echo'],
      ['toolbase', serve(lockFile, ownHome), 'bench__Echo1'],
      ['toolbase, 1000 of 50', serve(many, home), 'bench7__Echo1'],
      ...(others ? [['fastmcp', [path.join(root, 'bench/others/fastmcp-server.mjs')], 'echo']] : []),
    ],
  };
}

async function oneStart(args) {
  const server = await startServer(args);
  await sleep(200);
  const residentBytes = server.residentBytes();
  const { initializeMs, listMs, cpuMs } = server;
  return { initializeMs, listMs, cpuMs, residentBytes, leaveMs: await server.leave() };
}

/** p50 of calls to all at once, one after another, milliseconds by name. */
async function callTimes(list, calls) {
  const servers = [];
  for (const [name, args, tool] of list)
    servers.push({ name, tool, server: await startServer(args), times: [] });
  for (let at = 0; at < 2 * calls; at += 1)
    for (const { server, tool, times } of servers) {
      const startedMs = performance.now();
      await server.call(tool, input);
      if (at >= calls) times.push(performance.now() - startedMs);
    }
  await Promise.all(servers.map(({ server }) => server.leave()));
  return new Map(servers.map(({ name, times }) => [name, median(times)]));
}

/** Seconds of two calls of a second each, to different toolkits, and the longest ping meanwhile in milliseconds. */
async function atOnce(args) {
  const server = await startServer(args);
  for (const name of ['bench0__Echo0', 'bench1__Echo0']) await server.call(name, input);
  const startedMs = performance.now();
  const both = Promise.all(
    ['bench0__Echo0', 'bench1__Echo0'].map((name) => server.call(name, { message: 'sleep' })),
  );
  const pings = [];
  for (let at = 0; at < 15; at += 1) {
    pings.push(await server.ping());
    await sleep(50);
  }
  await both;
  const bothS = (performance.now() - startedMs) / 1000;
  await server.leave();
  return { bothS, pingMs: Math.max(...pings) };
}

/** Medians of one call from a shell, server start included, milliseconds by program. */
function shellCalls(lockFile, home, rounds) {
  const mcporter = path.join(root, 'bench/others/node_modules/mcporter/dist/cli.js');
  const server = `${process.execPath} ${path.join(root, 'bench/hand-server.mjs')}`;
  const programs = {
    'toolbase call': [
      path.join(root, 'bin/run.js'),
      'call',
      lockFile,
      'bench__Echo1',
      '-a',
      JSON.stringify(input),
    ],
    'mcporter call': [mcporter, 'call', '--stdio', server, '--name', 'bench', '--tool', 'echo', 'message=hi'],
  };
  const times = Object.entries(programs).map(([name, args]) => [name, args, []]);
  for (let round = 0; round < rounds; round += 1)
    for (const [, args, taken] of times) {
      const startedMs = performance.now();
      execFileSync(process.execPath, args, { env: { ...process.env, TOOLBASE_HOME: home }, stdio: 'ignore' });
      taken.push(performance.now() - startedMs);
    }
  return times.map(([name, , taken]) => `${name} ${median(taken).toFixed(0)} ms`).join(', ');
}

/** @param {{rounds: number, calls: number, others: boolean}} options @returns exit status */
export async function sideBySide({ rounds, calls, others }) {
  const home = temporaryFolder();
  const workspace = temporaryFolder();
  const { ownHome, lockFile, list } = await contestants(home, workspace, others);
  const seen = new Map(list.map(([name]) => [name, []]));
  for (let round = -1; round < rounds; round += 1)
    for (const [name, args] of list) {
      const start = await oneStart(args);
      // The first round fills the file caches, and toolbase checks the locks, which it then remembers.
      if (round >= 0) seen.get(name).push(start);
    }
  const p50 = await callTimes(list, calls);
  const { bothS, pingMs } = await atOnce(list.find(([name]) => name.startsWith('toolbase,'))[1]);
  const shell = others ? shellCalls(lockFile, ownHome, rounds) : undefined;
  for (const folder of [home, ownHome]) execFileSync('chmod', ['-R', 'u+w', folder]);
  for (const folder of [home, ownHome, workspace]) await rm(folder, { recursive: true, force: true });

  const of = (name, field) => median(seen.get(name).map((each) => each[field]));
  console.log(
    `Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ${rounds} rounds`,
  );
  console.log(`\n${'medians'.padEnd(22)} init ms  list ms   cpu ms  MiB idle  exit ms  call ms`);
  for (const [name] of list) {
    const cells = [
      of(name, 'initializeMs'),
      of(name, 'listMs'),
      of(name, 'cpuMs'),
      of(name, 'residentBytes') / MIB,
    ];
    const shown = [...cells, of(name, 'leaveMs')].map((value) => value.toFixed(1).padStart(8));
    console.log(`${name.padEnd(22)}${shown.join(' ')} ${p50.get(name).toFixed(3).padStart(8)}`);
  }
  if (shell !== undefined) console.log(`\none call from a shell: ${shell}`);
  const against = (name) => of(name, 'initializeMs') / of('server-everything', 'initializeMs');
  const targets = [
    ['start against server-everything', against('toolbase'), 0.7],
    ['the same with 1000 operations of 50 toolkits', against('toolbase, 1000 of 50'), 0.7],
    ['idle without host, MiB', of('toolbase', 'residentBytes') / MIB, 75],
    ['exit after the end of input, ms', of('toolbase', 'leaveMs'), 200],
    ['two calls of 1 s to different toolkits, s', bothS, 1.1],
    ['longest ping meanwhile, ms', pingMs, 50],
  ];
  console.log('');
  for (const [what, value, target] of targets)
    console.log(
      `${what.padEnd(46)} ${value.toFixed(3).padStart(8)}  <= ${target} ${value <= target ? 'ok' : 'MISSED'}`,
    );
  return targets.every(([, value, target]) => value <= target) ? 0 : 1;
}
