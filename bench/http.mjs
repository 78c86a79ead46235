// `npm run bench:http`: many calls at once over HTTP, in one session and in many. Exits 1 when a call is not answered.
// `--calls N` at once (default 1000), `--rounds N` (default 5).
import { spawn, execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installToolkit, temporaryFolder } from './install-toolkit.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, calls: { type: 'string', default: '1000' } },
});
const [rounds, calls] = [Number(values.rounds), Number(values.calls)];

const { home, lockFile } = await installToolkit(root);
const workspaces = temporaryFolder();
const args = ['serve', lockFile, '--http', '--port', '0', '--home', home, '--workspaces', workspaces];
const child = spawn(process.execPath, [path.join(root, 'bin/run.js'), ...args], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const url = await new Promise((resolve) => {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    const found = /serving \S+ at (\S+)/.exec(said)?.[1];
    if (found !== undefined) resolve(found);
  });
});

/** @param {object} message @param {Record<string, string>} [headers] */
const post = (message, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });

async function open() {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
  const answer = await post({ id: 1, method: 'initialize', params });
  await answer.text();
  return { 'mcp-session-id': answer.headers.get('mcp-session-id') };
}

let failed = 0;
/** @param {Record<string, string>} headers @param {number} at */
async function call(headers, at) {
  const startedMs = performance.now();
  const params = { name: 'bench__Echo1', arguments: { message: `m${at}`, times: 1 } };
  const answer = await post({ id: at + 10, method: 'tools/call', params }, headers);
  if (!(await answer.text()).includes(`"message":"m${at}"`)) failed += 1;
  return performance.now() - startedMs;
}

/** Each of the first calls starts a host, which is not what is measured. */
const sessions = await Promise.all(Array.from({ length: 8 }, open));
for (const session of sessions) await call(session, 0);

console.log(`Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}\n`);
for (const [what, used] of [
  ['one session', sessions.slice(0, 1)],
  ['eight sessions', sessions],
]) {
  const times = [];
  const startedMs = performance.now();
  for (let round = 0; round < rounds; round += 1)
    times.push(
      ...(await Promise.all(Array.from({ length: calls }, (_, at) => call(used[at % used.length], at)))),
    );
  const perSecond = (times.length / (performance.now() - startedMs)) * 1000;
  times.sort((a, b) => a - b);
  const slowest = times.at(-1).toFixed(0);
  console.log(
    `${calls} at once, ${what.padEnd(15)} ${perSecond.toFixed(0).padStart(6)} calls/s   slowest ${slowest} ms`,
  );
}
child.kill('SIGTERM');
const status = await new Promise((resolve) => child.once('exit', resolve));
// Folders of the store are read-only.
execFileSync('chmod', ['-R', 'u+w', home]);
for (const folder of [home, workspaces]) await rm(folder, { recursive: true, force: true });
console.log(`\nnot answered: ${failed}; ended with ${status}`);
process.exit(failed === 0 && status === 143 ? 0 : 1);
