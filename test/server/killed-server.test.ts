import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, type TestContext } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import { needsExternal } from '../external.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { processesIn, until } from './processes.ts';
import { callOf, HANDSHAKE, serveArguments, startServe } from './served.ts';

const NOTHING = { type: 'object', properties: {}, additionalProperties: false };
const HAS_NAMESPACE =
  spawnSync('unshare', ['--map-current-user', '--pid', '--fork', '--mount-proc', 'true']).status === 0;
const HAS_SANDBOX = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;
const SANDBOXED = 'formatVersion: 1\ntoolkits:\n  each: { sandbox: true }\n';

let installed: Installed;

beforeAll(async () => {
  const named = (name: string) => [name, { description: `Does ${name}.`, input: NOTHING }] as const;
  installed = await installFixtures(
    { name: 'runs', fixture: 'runs.mjs' },
    {
      name: 'each',
      fixture: 'each-call.sh',
      kind: 'exec',
      operations: Object.fromEntries(['Never', 'Stubborn', 'Offspring'].map(named)),
    },
  );
});

afterEach(() => {
  rmSync(path.join(installed.home, 'settings.yaml'), { force: true });
});

function serve(settings: string | undefined, environment: NodeJS.ProcessEnv = process.env) {
  if (settings !== undefined) writeFileSync(path.join(installed.home, 'settings.yaml'), settings);
  const workspace = workspaceFolder();
  const callLog = path.join(tempFolder('log'), 'calls.jsonl');
  const server = startServe(serveArguments(installed, workspace, ['--call-log', callLog]), environment);
  server.send(...HANDSHAKE);
  return { ...server, workspace, callLog };
}

const isWhole = (callLog: string): boolean => {
  if (!existsSync(callLog)) return true;
  const { torn, faults } = readCallLog(readFileSync(callLog));
  return !torn && faults.length === 0;
};

function needsContainment(context: TestContext, settings: string | undefined): void {
  needsExternal(context, 'a process namespace (unshare --pid)', HAS_NAMESPACE);
  if (settings !== undefined) needsExternal(context, 'bubblewrap', HAS_SANDBOX);
}

const CONFINEMENTS = [
  ['', undefined],
  [' in a sandbox', SANDBOXED],
] as const;

test.for(CONFINEMENTS)(
  'kill -9 of the server takes along the programs of calls%s and all that they started',
  async ([, settings], context) => {
    needsContainment(context, settings);
    const server = serve(settings);
    server.send(callOf(3, 'each__Never'), callOf(4, 'each__Stubborn'), callOf(5, 'each__Offspring'));
    const lines = () => [...processesIn(server.workspace).values()];
    await until(() => lines().some((line) => line.startsWith('sleep 603')), 20_000);
    server.child.kill('SIGKILL');
    await server.exit;
    await until(() => lines().length === 0, 3000);
    expect(isWhole(server.callLog)).toBe(true);
  },
);

test('kill -9 of the server takes a job along, and the log is whole', async () => {
  const server = serve(undefined);
  server.send(callOf(3, 'runs__Generate_start', { ms: 60_000 }));
  await server.answer(3);
  await until(() => processesIn(server.workspace).size > 0, 20_000);
  await sleep(300);
  server.child.kill('SIGKILL');
  await server.exit;
  await until(() => processesIn(server.workspace).size === 0, 3000);
  expect(isWhole(server.callLog)).toBe(true);
});

/** A PATH on which the tool that ties a process to its parent takes its time, as on a machine with much to do. */
function slowPath(): string {
  const folder = tempFolder('slow');
  const real = spawnSync('/bin/sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).stdout.trim();
  writeFileSync(path.join(folder, 'setpriv'), `#!/bin/sh\nsleep 0.4\nexec ${real} "$@"\n`);
  chmodSync(path.join(folder, 'setpriv'), 0o755);
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

test.for(CONFINEMENTS)(
  'a program%s whose server is killed while it starts never runs',
  async (given, context) => {
    const [, settings] = given;
    needsContainment(context, settings);
    const server = serve(settings, { ...process.env, PATH: slowPath() });
    server.send(callOf(3, 'each__Never'));
    await until(() => processesIn(server.workspace).size > 0, 20_000);
    server.child.kill('SIGKILL');
    await server.exit;
    await sleep(1200);
    expect([...processesIn(server.workspace).values()]).toEqual([]);
  },
);

test('the folder that the host of a killed server had is removed by the next server', async () => {
  const temporary = tempFolder('temporary');
  const environment = { ...process.env, TMPDIR: temporary };
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith('toolbase-host-'));
  const killed = serve(undefined, environment);
  killed.send(callOf(3, 'runs__Generate', { ms: 0 }));
  await killed.answer(3);
  killed.child.kill('SIGKILL');
  await killed.exit;
  const left = folders();
  expect(left).toHaveLength(1);
  const next = serve(undefined, environment);
  next.send(callOf(3, 'runs__Generate', { ms: 0 }));
  await next.answer(3);
  await until(() => !folders().includes(left[0]!), 5000);
  expect(folders()).toHaveLength(1);
  next.child.stdin.end();
  await next.exit;
  expect(folders()).toEqual([]);
});

test('kill -9 of the client ends the server and its hosts within two seconds, and the log is whole', async () => {
  const workspace = workspaceFolder();
  const callLog = path.join(tempFolder('log'), 'calls.jsonl');
  const args = serveArguments(installed, workspace, ['--call-log', callLog]);
  // Stands in for an agent program: only it holds the server's standard input.
  const messages = [...HANDSHAKE, callOf(3, 'runs__Generate', { ms: 60_000 })];
  const client = spawn(process.execPath, [
    '-e',
    `const server = require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { cwd: ${JSON.stringify(workspace)}, stdio: ['pipe', 'ignore', 'ignore'] });
     server.stdin.write(${JSON.stringify(messages.map((each) => `${JSON.stringify(each)}\n`).join(''))});`,
  ]);
  const lines = () => [...processesIn(workspace).values()];
  // The server, and its host in whatever contains it.
  await until(() => lines().some((line) => line.includes('node-host')), 20_000);
  expect(lines().some((line) => line.includes(' serve '))).toBe(true);
  client.kill('SIGKILL');
  await until(() => lines().length === 0, 2500);
  expect(isWhole(callLog)).toBe(true);
});
