import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { processesIn, until } from './processes.ts';
import {
  callOf,
  HANDSHAKE,
  LIST,
  MODERN,
  PROGRAM,
  serveArguments,
  type Served,
  startServe,
} from './served.ts';

let installed: Installed;

beforeAll(async () => {
  installed = await installFixtures(
    { name: 'workbench', fixture: 'workbench.mjs' },
    { name: 'stubborn', fixture: 'stubborn.mjs' },
  );
});

function serve(...more: string[]): Served & { workspace: string } {
  const workspace = workspaceFolder();
  return { ...startServe(serveArguments(installed, workspace, more)), workspace };
}

async function ready(server: Served): Promise<void> {
  server.send(...HANDSHAKE);
  await server.answer(1);
}

test('a v1 client lists and calls', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const args = serveArguments(installed, workspaceFolder());
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  expect(client.getServerVersion()?.name).toBe('toolbase');
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, completions: {}, logging: {} });
  expect(client.getInstructions()).toBe('Use the tools.');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(installed.lock.operations).sort());
  expect(await client.callTool({ name: 'workbench__Echo', arguments: { message: 'ab', times: 2 } })).toEqual({
    content: [{ type: 'text', text: '{"message":"abab"}' }],
    structuredContent: { message: 'abab' },
  });
  const refused = await client.callTool({ name: 'workbench__Echo', arguments: {} });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.structuredContent).toBeUndefined();
  await expect(client.callTool({ name: 'workbench__Nothing' })).rejects.toMatchObject({ code: -32602 });
  await client.close();
});

test.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)(
  'a v2 client (%j) lists and calls',
  async (mode) => {
    const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const args = serveArguments(installed, workspaceFolder());
    await client.connect(new ModernStdio({ command: process.execPath, args }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(installed.lock.operations).sort());
    const answered = await client.callTool({ name: 'workbench__Echo', arguments: { message: 'ab' } });
    expect(answered).toMatchObject({
      content: [{ type: 'text', text: '{"message":"ab"}' }],
      structuredContent: { message: 'ab' },
    });
    await expect(client.callTool({ name: 'workbench__Nothing' })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  },
);

async function listBytes(environment: NodeJS.ProcessEnv, home: string, modern: boolean): Promise<string> {
  const args = serveArguments({ ...installed, home }, workspaceFolder());
  const server = startServe(args, environment);
  server.send(...(modern ? [{ ...LIST, params: { _meta: MODERN } }] : [...HANDSHAKE, LIST]));
  await server.answer(2);
  server.child.stdin.end();
  const line = server.lines.find((each) => each.includes('"tools":['))!;
  // The text of the list itself, as it was sent.
  return line.slice(line.indexOf('"tools":['), line.lastIndexOf(']') + 1);
}

test('the list is the same bytes over runs, homes, locales and eras, and nothing is started for it', async () => {
  const otherHome = tempFolder('other-home');
  cpSync(installed.home, otherHome, { recursive: true });
  const { PATH } = process.env;
  const lists = await Promise.all([
    listBytes({ PATH, HOME: '/nowhere', LANG: 'C' }, installed.home, false),
    listBytes({ PATH, HOME: tempFolder('home'), LANG: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' }, otherHome, false),
    listBytes({ PATH, HOME: '/', LC_ALL: 'de_DE.UTF-8' }, otherHome, true),
    listBytes({ PATH, HOME: '/nowhere' }, installed.home, true),
  ]);
  expect(new Set(lists).size).toBe(1);
  expect(lists[0]).toContain('workbench__Echo');
});

test('the modern list says how long it may be kept', async () => {
  const server = serve();
  server.send({ ...LIST, params: { _meta: MODERN } });
  expect((await server.answer(2)).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  expect(processesIn(server.workspace).size).toBe(0);
  server.child.stdin.end();
  await server.exit;
});

test('progress is notified to who asks for it, and to nobody else', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Steps', {}, { progressToken: 'p-1' }), callOf(4, 'workbench__Steps'));
  await Promise.all([server.answer(3), server.answer(4)]);
  const told = server.lines
    .map((line) => JSON.parse(line) as { method?: string; params?: Record<string, unknown> })
    .filter(({ method }) => method === 'notifications/progress');
  expect(told.at(-1)?.params).toEqual({ progressToken: 'p-1', progress: 50, total: 50, message: 'step 50' });
  expect(told.every(({ params }) => params?.['progressToken'] === 'p-1')).toBe(true);
  server.child.stdin.end();
  await server.exit;
});

test('of a call whose host says nothing the client is told within five seconds that it goes on', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Sleep', { ms: 5600 }, { progressToken: 'p' }));
  await server.answer(3);
  const told = server.lines.filter((line) => line.includes('notifications/progress'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('"progressToken":"p"');
  expect(server.lines.indexOf(told[0]!)).toBeLessThan(server.lines.length - 1);
  server.child.stdin.end();
  await server.exit;
});

test('a cancelled call is not answered, and the server goes on', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Wait'));
  await sleep(600);
  server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
  server.send(callOf(4, 'workbench__Echo', { message: 'on' }));
  expect((await server.answer(4)).result).toMatchObject({ structuredContent: { message: 'on' } });
  await sleep(100);
  expect(server.lines.some((line) => line.includes('"id":3'))).toBe(false);
  server.child.stdin.end();
  await server.exit;
});

test('a ping is answered while an operation computes without pause', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Block'));
  await sleep(700);
  server.send({ jsonrpc: '2.0', id: 4, method: 'ping' });
  expect((await server.answer(4)).result).toEqual({});
  server.child.kill('SIGTERM');
  await server.exit;
});

test('a ping that comes after a call is answered before it', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Sleep', { ms: 1000 }), { jsonrpc: '2.0', id: 4, method: 'ping' });
  await Promise.all([server.answer(3), server.answer(4)]);
  expect(server.lines.map((line) => (JSON.parse(line) as { id?: number }).id)).toEqual([1, 4, 3]);
  server.child.stdin.end();
  await server.exit;
});

test('calls to different toolkits run side by side: each of two waits for what the other writes', async () => {
  const two = await installFixtures(
    { name: 'workbench', fixture: 'workbench.mjs' },
    { name: 'second', fixture: 'workbench.mjs' },
  );
  const server = startServe(serveArguments(two, workspaceFolder()));
  await ready(server);
  server.send(
    callOf(3, 'workbench__Meet', { mine: 'one', other: 'two' }),
    callOf(4, 'second__Meet', { mine: 'two', other: 'one' }),
  );
  for (const id of [3, 4])
    expect((await server.answer(id)).result).toMatchObject({ structuredContent: { met: true } });
  server.child.stdin.end();
  await server.exit;
});

test('lines that are no JSON-RPC do not disturb the connection', async () => {
  const server = serve();
  server.child.stdin.write(
    'garbage\n{"half":\n[]\n[1,2]\nnull\n"text"\n{"jsonrpc":"1.0","id":7}\n{}\n\n\u0000\n',
  );
  for (let line = 0; line < 20; line += 1) server.child.stdin.write(`noise ${line} ${'x'.repeat(2000)}\n`);
  server.child.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]));
  server.send(...HANDSHAKE, LIST, callOf(3, 'workbench__Print'));
  expect((await server.answer(2)).result).toHaveProperty('tools');
  expect((await server.answer(3)).result).toMatchObject({ structuredContent: { printed: true } });
  expect(server.lines.every((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc === '2.0')).toBe(
    true,
  );
  expect(server.stderr().length).toBeLessThan(20_000);
  server.child.stdin.end();
  expect(await server.exit).toEqual({ status: 0, signal: null });
});

test.each([
  ['handshake', undefined],
  ['handshake', { progressToken: 1, other: 2 }],
  ['2026-07-28', MODERN],
] as const)(
  'a client of the era %s whose arguments have a member __proto__ is refused',
  async (era, meta) => {
    const server = serve();
    if (era === 'handshake') await ready(server);
    const args = JSON.parse('{"message":"a","__proto__":{"message":"b"}}') as Record<string, unknown>;
    server.send(callOf(3, 'workbench__Echo', args, meta));
    expect(await server.answer(3)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('__proto__') as string },
    });
    server.child.stdin.end();
    expect((await server.exit).status).toBe(0);
  },
);

test.each([
  ['a progress token that is none', { method: 'tools/list', params: { _meta: { progressToken: {} } } }],
  ['a list of parameters', { method: 'ping', params: [] }],
  ['a number as its method', { method: 7 }],
  ['another protocol', { method: 'ping', jsonrpc: '1.0' }],
])('a request with %s is refused, and told in one line', async (_what, request) => {
  const server = serve();
  await ready(server);
  server.send({ jsonrpc: '2.0', id: 5, ...request }, { jsonrpc: '2.0', id: 6, method: 'ping' });
  expect(await server.answer(5)).toMatchObject({ error: { code: -32600 } });
  expect(await server.answer(6)).toMatchObject({ result: {} });
  server.child.stdin.end();
  await server.exit;
  expect(server.stderr()).toMatch(/^toolbase: [^\n]+\n$/);
});

test('a message of several megabytes is taken, one without end is not', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Echo', { message: 'x'.repeat(12_000_000) }));
  expect(JSON.stringify(await server.answer(3))).toContain('BAD_ARGUMENTS');
  const piece = Buffer.alloc(8 * 1024 * 1024, 'x');
  for (let at = 0; at < 9; at += 1) server.child.stdin.write(piece);
  expect(await server.exit).toEqual({ status: 2, signal: null });
  expect(server.stderr()).toMatch(/^toolbase: [^\n]*\n$/);
});

test('a client that reads slowly gets every answer, and nothing is warned of', async () => {
  const server = serve();
  await ready(server);
  server.child.stdout.pause();
  const ids = Array.from({ length: 300 }, (_, index) => 100 + index);
  server.send(...ids.map((id) => ({ ...LIST, id })));
  // More than a pipe takes is on its way.
  await sleep(500);
  server.child.stdout.resume();
  await until(() => server.lines.length === 1 + ids.length, 20_000);
  expect(server.lines.slice(1).map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(ids);
  server.child.stdin.end();
  await server.exit;
  expect(server.stderr()).toBe('');
});

test('requests that were piped in are answered before the end of input ends the server', async () => {
  const server = serve();
  server.send(...HANDSHAKE, LIST);
  server.child.stdin.end();
  expect(await server.exit).toEqual({ status: 0, signal: null });
  expect(server.lines).toHaveLength(2);
});

test('when the client leaves, the server exits 0 and its hosts are gone', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(3, 'workbench__Spawn'));
  await server.answer(3);
  expect(processesIn(server.workspace).size).toBeGreaterThan(1);
  server.child.stdin.end();
  expect(await server.exit).toEqual({ status: 0, signal: null });
  expect(processesIn(server.workspace).size).toBe(0);
});

test('a client that leaves in mid-call ends the server with 0 within 2 s, and the call leaves its line', async () => {
  const log = path.join(tempFolder('log'), 'calls.jsonl');
  const server = serve('--call-log', log);
  await ready(server);
  server.send(callOf(3, 'workbench__Wait'), callOf(4, 'workbench__Steps', {}, { progressToken: 1 }));
  await until(() => server.lines.some((line) => line.includes('"step 1"')), 10_000);
  const startedMs = performance.now();
  server.child.stdin.end();
  expect(await server.exit).toEqual({ status: 0, signal: null });
  expect(performance.now() - startedMs).toBeLessThan(2000);
  expect(processesIn(server.workspace).size).toBe(0);
  expect(server.stderr()).toBe('');
  const { lines, torn } = readCallLog(readFileSync(log));
  expect([torn, lines.map(({ outcome }) => outcome)]).toEqual([false, ['CANCELLED', 'CANCELLED']]);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)(
  '%s in mid-call ends the server with %i within 2 s, a host that ignores it too',
  async (signal, status) => {
    const server = serve();
    await ready(server);
    server.send(callOf(3, 'stubborn__Stay', {}, { progressToken: 1 }));
    await until(() => server.lines.some((line) => line.includes('stuck')), 10_000);
    await sleep(150);
    const startedMs = performance.now();
    server.child.kill(signal);
    expect(await server.exit).toEqual({ status, signal: null });
    expect(performance.now() - startedMs).toBeLessThan(2000);
    expect(processesIn(server.workspace).size).toBe(0);
  },
);

test('kill -9 of the server leaves no process, nor a half line in its call log', async () => {
  const log = path.join(tempFolder('log'), 'calls.jsonl');
  const server = serve('--call-log', log);
  await ready(server);
  server.send(callOf(3, 'workbench__Spawn'));
  await server.answer(3);
  server.send(callOf(4, 'stubborn__Stay', {}, { progressToken: 1 }));
  await until(() => server.lines.some((line) => line.includes('stuck')), 10_000);
  const before = [...processesIn(server.workspace).values()];
  expect(before.some((line) => line.startsWith('sleep 600'))).toBe(true);
  server.child.kill('SIGKILL');
  await server.exit;
  await until(() => processesIn(server.workspace).size === 0, 2000);
  expect(readCallLog(readFileSync(log))).toMatchObject({ torn: false, faults: [], lines: [{ seq: 1 }] });
});

test('the call log is a new file of this run in the state folder of the user', async () => {
  const server = serve();
  await ready(server);
  const before = new Set(logs());
  server.send(callOf(3, 'workbench__Print'));
  await server.answer(3);
  server.child.stdin.end();
  await server.exit;
  const made = logs().filter((name) => !before.has(name));
  expect(made).toHaveLength(1);
  expect(made[0]).toMatch(new RegExp(String.raw`^\d{8}T\d{9}Z-${server.child.pid}\.jsonl$`));
});

function logs(): string[] {
  try {
    // What hosts print is kept beside it.
    const made = readdirSync(path.join(installed.home, 'state', 'calls'));
    return made.filter((name) => !name.endsWith('.hosts.log'));
  } catch {
    return [];
  }
}

test.each<[string, () => string[], number, string]>([
  ['no lockfile', () => [], 2, 'USAGE'],
  ['two lockfiles', () => [installed.lockFile, 'b.lock'], 2, 'USAGE'],
  ['an unknown flag', () => [installed.lockFile, '--port', '1'], 2, 'USAGE'],
  ['a flag without its value', () => [installed.lockFile, '--workspace'], 2, 'USAGE'],
  ['a lockfile that is not there', () => ['/nowhere/x.lock'], 2, 'NOT_FOUND'],
  ['a lockfile that is none', () => [path.join(import.meta.dirname, 'served.ts')], 2, 'LOCK_DAMAGED'],
  [
    'a toolkit that is not installed',
    () => [installed.lockFile, '--home', tempFolder('empty')],
    3,
    'NOT_INSTALLED',
  ],
])('%s ends it at once, with one line on standard error', async (_what, args, status, code) => {
  const server = startServe([PROGRAM, 'serve', ...args()]);
  expect(await server.exit).toEqual({ status, signal: null });
  expect(server.lines).toEqual([]);
  expect(server.stderr()).toMatch(new RegExp(`^toolbase: ${code}: [^\n]+\n$`));
});

test('the install command is told when a toolkit is missing', async () => {
  const server = startServe([PROGRAM, 'serve', installed.lockFile, '--home', tempFolder('empty')]);
  await server.exit;
  expect(server.stderr()).toContain(`Run \`toolbase install ${installed.lockFile}\``);
});

test('hosts know the folder that --home gives', async () => {
  const server = serve();
  await ready(server);
  server.send(callOf(2, 'workbench__Surroundings', {}));
  const { result } = await server.answer(2);
  expect(result).toMatchObject({ structuredContent: { environment: { TOOLBASE_HOME: installed.home } } });
  server.child.stdin.end();
  await server.exit;
});

test('whoever stops to read what the server says does not end it', async () => {
  const server = serve('--host-logs');
  await ready(server);
  server.child.stderr.destroy();
  for (const id of [3, 4]) {
    server.send(callOf(id, 'workbench__Flood'));
    await server.answer(id);
  }
  server.child.stdin.end();
  expect(await server.exit).toEqual({ status: 0, signal: null });
});

test('spans that nobody takes are told of once, and calls go on', async () => {
  const server = startServe(serveArguments(installed, workspaceFolder(), ['--otel']), {
    ...process.env,
    // Nothing listens on the discard port.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  await ready(server);
  const said = () => server.stderr().match(/toolbase: spans cannot be sent \(.+\): is OTEL_/g)?.length ?? 0;
  for (const id of [3, 4]) {
    server.send(callOf(id, 'workbench__Echo', { message: 'a' }));
    expect((await server.answer(id)).result).toMatchObject({ structuredContent: { message: 'a' } });
    await until(() => said() > 0, 10_000);
  }
  server.child.stdin.end();
  expect(await server.exit).toEqual({ status: 0, signal: null });
  expect(said()).toBe(1);
});

test('--warm starts the hosts of all toolkits before any call, and without it none is started', async () => {
  const [cold, warm] = [serve(), serve('--warm')];
  await Promise.all([ready(cold), ready(warm)]);
  await until(() => processesIn(warm.workspace).size >= 2, 20_000);
  expect(processesIn(cold.workspace).size).toBe(0);
  for (const server of [cold, warm]) {
    server.child.stdin.end();
    expect(await server.exit).toEqual({ status: 0, signal: null });
    expect(processesIn(server.workspace).size).toBe(0);
  }
});

test('what hosts print is copied to standard error only on request', async () => {
  for (const [flags, copied] of [
    [[], false],
    [['--host-logs'], true],
  ] as const) {
    const server = serve(...flags);
    await ready(server);
    server.send(callOf(3, 'workbench__Die'));
    await server.answer(3);
    server.child.stdin.end();
    await server.exit;
    expect(server.stderr().includes('workbench: segmentation fault, said the library')).toBe(copied);
  }
});
