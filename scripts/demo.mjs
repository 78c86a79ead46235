// The main job, end to end: pack and publish a toolkit, lock and install a loadout, serve it over MCP, call it through a
// real client, then run and grade a small campaign. Every step is the command that a user would type.
import { spawn } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, '.toolbase-demo');
const program = path.join(root, 'bin', 'run.js');
const env = { ...process.env, TOOLBASE_HOME: path.join(out, 'home') };
const shown = (/** @type {string} */ file) => path.relative(root, file) || '.';

/** Runs one toolbase command, shows it as typed, and lets its output through. @param {string[]} args */
async function toolbase(...args) {
  const typed = args.map((arg) =>
    arg.startsWith(root) ? shown(arg) : arg.replace(`${root}${path.sep}`, ''),
  );
  console.log(`\n$ toolbase ${typed.join(' ')}`);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code === 0) return;
  console.error(`the demo stops: this command ended with status ${code}`);
  process.exit(typeof code === 'number' ? code : 70);
}

/** S -> f fbar with a scalar coupling: L = -y S psibar psi. */
const diagram = {
  particles: [
    { id: 'S', role: 'incoming', field: 'S', spin: '0', type: 'self-conjugate', mass: 'mS' },
    { id: 'f', role: 'outgoing', field: 'f', spin: '1/2', type: 'particle', mass: 'mf' },
    { id: 'fbar', role: 'outgoing', field: 'f', spin: '1/2', type: 'antiparticle', mass: 'mf' },
  ],
  vertices: [{ id: 'v', class: 'FFS', legs: ['f', 'fbar', 'S'] }],
  terms: [{ vertex: 'v', structure: '1', coupling: '-y' }],
  parameters: [
    { name: 'y', value: 0.87 },
    { name: 'mS', value: 1240 },
    { name: 'mf', value: 320 },
  ],
  coupling_convention: 'lagrangian',
};

/** @param {string} lock @param {string} workspace */
async function callOverMcp(lock, workspace) {
  console.log(
    `\n$ toolbase serve ${shown(lock)} --workspace ${shown(workspace)}      (spoken to by an MCP client)`,
  );
  const client = new Client({ name: 'toolbase-demo', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'serve', lock, '--workspace', workspace],
    env: { PATH: process.env.PATH ?? '', TOOLBASE_HOME: env.TOOLBASE_HOME },
  });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    console.log(`  tools/list   ${tools.map((tool) => tool.name).join(', ')}`);
    console.log(
      '  tools/call   symbolic__ComputeDecayRate   S -> f fbar, y = 0.87, mS = 1240 GeV, mf = 320 GeV',
    );
    const result = await client.callTool({ name: 'symbolic__ComputeDecayRate', arguments: diagram });
    const answer = /** @type {any} */ (
      result.structuredContent ?? JSON.parse(/** @type {any} */ (result.content)[0].text)
    );
    if (result.isError) throw new Error(`the call failed: ${JSON.stringify(result.content)}`);
    console.log(`  closed form  ${answer.closed_form.sympy}`);
    console.log(`  width        ${answer.width_gev.toFixed(10)} GeV`);
    if (answer.width_gev.toFixed(10) !== '23.4649117229') throw new Error('this is not 23.4649117229 GeV');
  } finally {
    await client.close();
  }
}

const started = performance.now();
await rm(out, { recursive: true, force: true });
const [packed, registry, workspace, campaign] = ['packed', 'registry', 'workspace', 'campaign'].map((d) =>
  path.join(out, d),
);
const loadout = path.join(out, 'symbolic-eda.yaml');
const lock = path.join(out, 'symbolic-eda.lock');
await mkdir(/** @type {string} */ (workspace), { recursive: true });
await copyFile(path.join(root, 'loadouts', 'symbolic-eda.yaml'), loadout);

console.log('1  A toolkit becomes a package, a loadout becomes a lock');
// Without the commit, so that it is to the byte the toolkit that the committed lock of the campaign pins.
await toolbase('pack', path.join(root, 'toolkits', 'symbolic'), '--out', packed, '--no-source');
await toolbase('publish', path.join(packed, 'toolbase-symbolic-0.1.0.tgz'), '--registry', `demo=${registry}`);
await toolbase('lock', loadout, '--registry', `demo=${registry}`);
await toolbase('install', lock, '--registry', `demo=${registry}`);

console.log('\n2  An MCP client sees exactly the locked interface');
await callOverMcp(lock, workspace);

console.log('\n3  A campaign: the same task without and with the tools, three trials each');
await toolbase(
  'run',
  path.join(root, 'benchmarks', 'decays', 'campaigns', 'scripted.yaml'),
  '--out',
  campaign,
);
await toolbase('grade', campaign);

console.log(
  `\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s. Everything was written to ${shown(out)}/:`,
);
for (const [what, where] of [
  ['the packed toolkit', packed],
  ['the directory registry', registry],
  ['the loadout and its lock', lock],
  ['the store and call logs (TOOLBASE_HOME)', env.TOOLBASE_HOME],
  ['the records, grades and summary', campaign],
])
  console.log(`  ${shown(where).padEnd(36)} ${what}`);
