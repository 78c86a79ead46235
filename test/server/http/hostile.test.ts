import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { readCallLog } from '../../../src/record/index.ts';
import { tempFolder } from '../../setup/temp-folder.ts';
import { type Installed, installFixtures } from '../install-fixtures.ts';
import { processesIn, until } from '../processes.ts';
import { callOf, HANDSHAKE, LIST, MODERN } from '../served.ts';
import { type HttpServed, messagesOf, post, startHttp, startProgram } from './http-server.ts';

let installed: Installed;
let server: HttpServed;
let workspaces: string;
let callLogs: string;

const SECRET = 'canary-0123456789abcdef';

beforeAll(async () => {
  installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
  workspaces = tempFolder('workspaces');
  callLogs = tempFolder('logs');
  server = await startHttp(installed, ['--workspaces', workspaces, '--call-log', callLogs]);
});

/** Opens a session, and gives the headers of its requests. */
async function session(url = server.url, headers: Record<string, string> = {}) {
  const answer = await post(url, HANDSHAKE[0], headers);
  expect(answer.status).toBe(200);
  await answer.text();
  return { ...headers, 'mcp-session-id': answer.headers.get('mcp-session-id')! };
}

/** Like fetch, but any header may be said. */
const raw = (
  headers: Record<string, string>,
  body = JSON.stringify(LIST),
  target = '/mcp',
  method = 'POST',
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path: target,
        method,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

test.each([
  ['a name that was made to point here', { host: 'evil.example' }],
  ['a name that only begins like this machine', { host: '127.0.0.1.evil.example' }],
  ['a name that only ends like this machine', { host: 'evil.localhost.example:80' }],
  ['another address of this network', { host: '192.0.2.1' }],
  ['a name that looks like an address of this machine', { host: '127.1.evil.example' }],
  ['a name that looks like an address and is none', { host: '127.999.0.1' }],
  ['a host that is none', { host: 'a b' }],
  ['a host behind the name of another', { host: 'evil.example@localhost' }],
  ['a host with a path', { host: 'localhost/evil' }],
  ['the origin of another site', { origin: 'http://evil.example' }],
  ['an origin that only begins like this machine', { origin: 'http://localhost.evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['an origin of another scheme', { origin: 'file://localhost' }],
])('%s is refused', async (_what, headers) => {
  const { status, text } = await raw(headers);
  expect(status).toBe(403);
  expect(text).not.toContain('evil');
});

/** What a server answers to bytes that no client library would send: the status of the first answer. */
async function statusOf(bytes: string): Promise<number> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(bytes);
  await until(() => /^HTTP\/1\.1 \d+/.test(answer), 5000);
  socket.destroy();
  return Number(answer.slice(9, 12));
}

test('a request with two hosts, or none, is refused', async () => {
  const get = (hosts: string) => `GET /mcp HTTP/1.1\r\n${hosts}\r\n`;
  expect(await statusOf(get('Host: localhost\r\nHost: evil.example\r\n'))).toBe(403);
  expect(await statusOf(get(''))).toBe(403);
  expect(await statusOf(get('Host: localhost\r\n'))).toBe(400);
});

test('an origin cannot be hidden behind a hundred headers', async () => {
  const filler = Array.from({ length: 99 }, (_, at) => `X-${at}: y\r\n`).join('');
  const get = (filling: string) =>
    `GET /mcp HTTP/1.1\r\nHost: localhost\r\n${filling}Origin: http://evil.example\r\n\r\n`;
  expect(await statusOf(get(filler))).toBe(431);
  expect(await statusOf(get(''))).toBe(403);
});

test('every name of this machine is taken, and pages that it serves', async () => {
  for (const headers of [
    { host: `localhost:${server.port}` },
    { host: '[::1]:1' },
    { host: '127.0.0.1', origin: 'http://localhost:6274' },
    // The same address, spelt otherwise.
    { host: '127.1', origin: 'http://2130706433:6274' },
  ])
    expect((await raw(headers, JSON.stringify(HANDSHAKE[0]))).status).toBe(200);
});

test.each([
  ['text/plain', 415, { 'content-type': 'text/plain' }, JSON.stringify(HANDSHAKE[0])],
  ['no JSON', 400, {}, '{"jsonrpc":'],
  ['nothing', 400, {}, ''],
  ['more than 4 MiB', 413, {}, `"${'x'.repeat(4 * 1024 * 1024)}"`],
  ['a batch of thousands', 400, {}, JSON.stringify(Array.from({ length: 5000 }, () => LIST))],
  ['no session and no handshake', 400, {}, JSON.stringify(LIST)],
  ['a session that never was', 404, { 'mcp-session-id': crypto.randomUUID() }, JSON.stringify(LIST)],
  ['an unknown protocol in its header', 400, { 'mcp-protocol-version': '2099-01-01' }, JSON.stringify(LIST)],
])('a POST of %s is refused with %i', async (_what, status, headers, body) => {
  const { status: seen, text } = await raw(headers, body);
  expect(seen).toBe(status);
  expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) as number } });
});

test('a body that never says its length is cut off at the limit', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let at = 0; at < 32 && !socket.destroyed; at += 1) {
    socket.write(piece);
    await sleep(10);
  }
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test.each(['/', '/mcp/', '/other/mcp', '/../mcp', '/.well-known/oauth-protected-resource'])(
  'nothing is at %s',
  async (target) => {
    expect((await raw({}, undefined, target)).status).toBe(404);
  },
);

test.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE'])('%s is not a method of an endpoint', async (method) => {
  expect((await raw({}, '', '/mcp', method)).status).toBe(405);
});

test('a client that sends its headers by the minute is cut off within seconds, others are served', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  const drip = setInterval(() => socket.write('X-A: b\r\n'), 500);
  const startedMs = performance.now();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  expect((await raw({}, JSON.stringify(HANDSHAKE[0]))).status).toBe(200);
  await closed;
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - startedMs).toBeLessThan(20_000);
}, 30_000);

test('a connection that asks on and on without reading is cut off, and others are served meanwhile', async () => {
  const body = JSON.stringify(LIST);
  const one = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let at = 0; at < 100; at += 1) socket.write(one.repeat(100));
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  await closed;
});

test('three requests that are sent at once are answered in their order', async () => {
  const socket = connect(server.port, '127.0.0.1');
  const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  socket.write(get('/healthz') + get('/nothing') + get('/healthz', 'Connection: close\r\n'));
  let answer = '';
  for await (const text of socket.setEncoding('utf8') as AsyncIterable<string>) answer += text;
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
});

test('connections that ask for nothing keep nobody out', async () => {
  const silent = Array.from({ length: 2300 }, () => connect(server.port, '127.0.0.1'));
  for (const socket of silent) socket.on('error', () => undefined);
  await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  for (const socket of silent) socket.destroy();
});

test('two sessions with the same ids get each its own results', async () => {
  const [one, two] = [await session(), await session()];
  const slow = post(server.url, callOf(7, 'workbench__Sleep', { ms: 600 }), one);
  const quick = post(server.url, callOf(7, 'workbench__Echo', { message: 'two' }), two);
  expect(await messagesOf(await quick)).toMatchObject([
    { id: 7, result: { structuredContent: { message: 'two' } } },
  ]);
  expect(await messagesOf(await slow)).toMatchObject([
    { id: 7, result: { structuredContent: { pid: expect.any(Number) as number } } },
  ]);
});

test('an id that is still running in a session is not taken again', async () => {
  const headers = await session();
  const slow = post(server.url, callOf(7, 'workbench__Sleep', { ms: 500 }), headers);
  await sleep(100);
  expect((await post(server.url, callOf(7, 'workbench__Echo', { message: 'x' }), headers)).status).toBe(400);
  expect(await messagesOf(await slow)).toMatchObject([{ id: 7, result: {} }]);
  const again = await post(server.url, callOf(7, 'workbench__Echo', { message: 'x' }), headers);
  expect(await messagesOf(again)).toMatchObject([{ id: 7, result: {} }]);
});

test.each(['handshake', '2026-07-28'])(
  'a client of the era %s that leaves in mid-call cancels the call',
  async (era) => {
    const logs = tempFolder('logs');
    const other = await startHttp(installed, ['--call-log', logs]);
    const headers =
      era === 'handshake'
        ? await session(other.url)
        : {
            'mcp-protocol-version': era,
            'mcp-method': 'tools/call',
            'mcp-name': 'workbench__Wait',
          };
    const leave = new AbortController();
    const message = callOf(5, 'workbench__Wait', {}, era === 'handshake' ? undefined : MODERN);
    const call = fetch(other.url, {
      method: 'POST',
      signal: leave.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(message),
    }).then((response) => response.text());
    call.catch(() => undefined);
    await until(() => readings(logs).length > 0, 10_000);
    await sleep(500);
    leave.abort();
    await expect(call).rejects.toThrow();
    await until(() => readings(logs).some((outcome) => outcome === 'CANCELLED'), 3000);
    other.child.kill('SIGTERM');
    expect(await other.exit).toEqual({ status: 143, signal: null });
  },
);

/** Outcomes of all calls; an entry for each log that was begun. */
function readings(folder: string): string[] {
  return logFiles(folder).flatMap((file) => [
    'begun',
    ...readCallLog(readFileSync(file)).lines.map(({ outcome }) => outcome),
  ]);
}

function logFiles(folder: string): string[] {
  return readdirSync(folder).map((name) => path.join(folder, name));
}

test('a session that was deleted is gone, and so is its host', async () => {
  const headers = await session();
  const waiting = post(server.url, callOf(3, 'workbench__Wait'), headers);
  await sleep(700);
  const gone = await fetch(server.url, { method: 'DELETE', headers });
  expect(gone.status).toBe(200);
  await waiting.then((response) => response.text()).catch(() => undefined);
  expect((await post(server.url, LIST, headers)).status).toBe(404);
  expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(404);
});

/** A session whose client has come back after the handshake. */
async function greeted(url: string, headers: Record<string, string> = {}) {
  const own = await session(url, headers);
  expect((await post(url, HANDSHAKE[1], own)).status).toBe(202);
  return own;
}

const gauge = async ({ origin }: HttpServed, headers: Record<string, string> = {}): Promise<number> => {
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
  return Number(/^toolbase_sessions\{loadout="test",era="handshake"\} (\d+)$/m.exec(metrics)?.[1]);
};

test('a hundred sessions are open at most, and one that ends makes room', async () => {
  const other = await startHttp(installed);
  const opened = await Promise.all(Array.from({ length: 100 }, () => greeted(other.url)));
  const refused = await post(other.url, HANDSHAKE[0]);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await gauge(other)).toBe(100);
  await fetch(other.url, { method: 'DELETE', headers: opened[0]! });
  await session(other.url);
  other.child.kill('SIGTERM');
  await other.exit;
});

test('clients that shake hands and never come back keep nobody out', async () => {
  const other = await startHttp(installed);
  const own = await greeted(other.url);
  for (let at = 0; at < 300; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await post(other.url, HANDSHAKE[0]);
        await answer.text();
      }),
    );
  await sleep(700);
  await greeted(other.url);
  expect((await post(other.url, LIST, own)).status).toBe(200);
  expect(await gauge(other)).toBeLessThanOrEqual(100);
  other.child.kill('SIGTERM');
  await other.exit;
});

test('clients that leave in the middle of the handshake leave no session', async () => {
  const body = JSON.stringify(HANDSHAKE[0]);
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n`;
  const before = await gauge(server);
  for (let at = 0; at < 60; at += 1) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    await new Promise((resolve) => socket.write(head + body, resolve));
    socket.resetAndDestroy();
  }
  await expect.poll(() => gauge(server), { timeout: 10_000 }).toBe(before);
});

test('one token takes half of the sessions at most', async () => {
  const other = await withTokens();
  const greedy = { authorization: `Bearer ${SECRET}` };
  await Promise.all(Array.from({ length: 50 }, () => greeted(other.url, greedy)));
  expect((await post(other.url, HANDSHAKE[0], greedy)).status).toBe(503);
  await greeted(other.url, { authorization: `Bearer ${SECRET}-file` });
  expect(await gauge(other, greedy)).toBe(51);
  other.child.kill('SIGTERM');
  await other.exit;
});

test('SIGTERM lets a running call finish, refuses new ones, and leaves no process', async () => {
  const workspace = tempFolder('workspace');
  const other = await startHttp(installed, ['--workspace', workspace]);
  const headers = await session(other.url);
  await (await post(other.url, callOf(2, 'workbench__Echo', { message: 'a' }), headers)).text();
  const slow = post(other.url, callOf(3, 'workbench__Sleep', { ms: 1200 }), headers);
  await sleep(200);
  other.child.kill('SIGTERM');
  await sleep(100);
  expect((await fetch(`${other.origin}/healthz`)).status).toBe(503);
  expect((await post(other.url, LIST, headers)).status).toBe(503);
  expect(await messagesOf(await slow)).toMatchObject([{ id: 3, result: { structuredContent: {} } }]);
  expect(await other.exit).toEqual({ status: 143, signal: null });
  expect(processesIn(workspace).size).toBe(0);
});

test('a health check needs nothing, and says nothing', async () => {
  const answer = await fetch(`${server.origin}/healthz`);
  expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
});

async function withTokens() {
  const file = path.join(tempFolder('token'), 'token');
  writeFileSync(file, `${SECRET}-file\n`);
  chmodSync(file, 0o600);
  return startHttp(installed, ['--token', 'env:CANARY_TOKEN', '--token', `file:${file}`], {
    ...process.env,
    CANARY_TOKEN: SECRET,
  });
}

test('with tokens nothing is done for who has none, and no session for another', async () => {
  const other = await withTokens();
  const authorized = { authorization: `Bearer ${SECRET}` };
  for (const headers of [
    {},
    { authorization: `Bearer ${SECRET}x` },
    { authorization: `Bearer ${SECRET.slice(0, -1)}` },
    { authorization: `Basic ${SECRET}` },
    { authorization: 'Bearer' },
  ]) {
    const refused = await post(other.url, HANDSHAKE[0], headers);
    expect([refused.status, refused.headers.get('www-authenticate')?.startsWith('Bearer')]).toEqual([
      401,
      true,
    ]);
    expect(await refused.text()).not.toContain(SECRET);
  }
  expect((await post(`${other.url}?access_token=${SECRET}`, HANDSHAKE[0])).status).toBe(401);
  expect((await fetch(`${other.origin}/metrics`)).status).toBe(401);
  const headers = await session(other.url, authorized);
  expect((await post(other.url, LIST, headers)).status).toBe(200);
  const stolen = { ...headers, authorization: `Bearer ${SECRET}-file` };
  expect((await post(other.url, LIST, stolen)).status).toBe(404);
  const metrics = await (await fetch(`${other.origin}/metrics`, { headers: authorized })).text();
  expect(metrics).toContain('toolbase_http_answers_total');
  expect(metrics).not.toContain(SECRET);
  other.child.kill('SIGTERM');
  await other.exit;
  expect(other.stderr()).not.toContain(SECRET);
  expect(other.child.spawnargs.join(' ')).not.toContain(SECRET);
});

test.each<[string, string[], Record<string, string>, number, string]>([
  ['another address without a token', ['--host', '0.0.0.0'], {}, 2, 'USAGE'],
  ['another address of this network without a token', ['--host', '192.0.2.9'], {}, 2, 'USAGE'],
  ['what looks like an address of this machine, without a token', ['--host', '127.999.0.1'], {}, 2, 'USAGE'],
  ['a token in the arguments', ['--token', SECRET], {}, 2, 'BAD_SETTINGS'],
  ['a variable that is not set', ['--token', 'env:NOWHERE'], {}, 3, 'SETTING_MISSING'],
  ['a token that can be guessed', ['--token', 'env:SHORT'], { SHORT: 'secret' }, 2, 'BAD_SETTINGS'],
  ['a port that is none', ['--port', '70000'], {}, 2, 'USAGE'],
  ['a host that is none', ['--host', 'a b'], {}, 2, 'USAGE'],
  ['two meanings of workspace', ['--workspace', '.', '--discard'], {}, 2, 'USAGE'],
])('%s ends it at once, with one line', async (_what, flags, environment, status, code) => {
  const program = startProgram([installed.lockFile, '--http', '--home', installed.home, ...flags], {
    ...process.env,
    ...environment,
  });
  expect(await program.exit).toEqual({ status, signal: null });
  expect(program.stderr()).toMatch(new RegExp(`^toolbase: ${code}: [^\n]+\n$`));
  expect(program.stderr()).not.toContain(SECRET);
});

test('a port that is taken is named', async () => {
  const program = startProgram([
    installed.lockFile,
    '--http',
    '--home',
    installed.home,
    '--port',
    String(server.port),
  ]);
  expect(await program.exit).toEqual({ status: 3, signal: null });
  expect(program.stderr()).toContain(`PORT_UNAVAILABLE: 127.0.0.1:${server.port}`);
});

test.each(['--port', '--host', '--token', '--workspaces'])('%s without --http is refused', async (flag) => {
  const program = startProgram([installed.lockFile, flag, '1']);
  expect(await program.exit).toEqual({ status: 2, signal: null });
  expect(program.stderr()).toContain(`USAGE: ${flag} is for --http`);
});
