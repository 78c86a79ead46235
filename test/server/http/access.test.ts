import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createServer, type ServerResponse } from 'node:http';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../../setup/temp-folder.ts';
import { type Installed, installFixtures } from '../install-fixtures.ts';
import { until } from '../processes.ts';
import { callOf, HANDSHAKE, LIST, MODERN } from '../served.ts';
import { messagesOf, post, startHttp, startProgram } from './http-server.ts';

let installed: Installed;

beforeAll(async () => {
  installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
});

/** The same store under a home with settings of its own. */
function homeWith(settings: string, mode = 0o600): string {
  const file = path.join(installed.home, 'settings.yaml');
  writeFileSync(file, `formatVersion: 1\n${settings}`);
  chmodSync(file, mode);
  return installed.home;
}

const stop = async (server: Awaited<ReturnType<typeof startHttp>>) => {
  server.child.kill('SIGINT');
  await server.exit;
};

const initialize = (url: string, token: string, more: Record<string, string> = {}) =>
  post(url, HANDSHAKE[0], { authorization: `Bearer ${token}`, ...more });

test('tokens, host names and origins of the user settings count', async () => {
  homeWith(
    'serve:\n  tokens: {alice: "env:ALICE_TOKEN"}\n  hosts: [tools.example]\n  origins: ["https://tools.example"]\n',
  );
  const server = await startHttp(installed, [], { ...process.env, ALICE_TOKEN: 'alice-0123456789abcdef' });
  const taken = await initialize(server.url, 'alice-0123456789abcdef', { origin: 'https://tools.example' });
  expect(taken.status).toBe(200);
  const other = await initialize(server.url, 'alice-0123456789abcdef', { origin: 'http://tools.example' });
  expect(other.status).toBe(403);
  expect((await initialize(server.url, 'mallory-0123456789abc')).status).toBe(401);
  await stop(server);
});

test('a browser shows the answers to pages of configured origins, and to no other', async () => {
  homeWith('serve: {tokens: {alice: "env:ALICE_TOKEN"}, origins: ["http://localhost:6274"]}\n');
  const server = await startHttp(installed, [], { ...process.env, ALICE_TOKEN: 'alice-0123456789abcdef' });
  const preflight = (origin: string) =>
    fetch(server.url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
  const leave = await preflight('http://localhost:6274');
  expect([leave.status, leave.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'http://localhost:6274',
  ]);
  expect(leave.headers.get('access-control-allow-headers')).toContain('authorization, content-type');
  const answered = await initialize(server.url, 'alice-0123456789abcdef', {
    origin: 'http://localhost:6274',
  });
  expect(answered.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
  expect(answered.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
  // Refusals too: a page must learn that its token is wrong.
  const refused = await initialize(server.url, 'mallory-0123456789abc', { origin: 'http://localhost:6274' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
    401,
    'http://localhost:6274',
  ]);
  for (const origin of ['http://localhost:6275', 'https://evil.example']) {
    const other = await preflight(origin);
    expect(other.status).toBeGreaterThanOrEqual(400);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  }
  await stop(server);
});

test('a project that names a token, and a token that others may read, are refused', async () => {
  homeWith('');
  const project = path.dirname(installed.lockFile);
  const shared = 'serve: {tokens: {alice: alice-0123456789abcdef}}\n';
  homeWith(shared, 0o644);
  const readable = startProgram([installed.lockFile, '--http', '--home', installed.home]);
  expect((await readable.exit).status).toBe(2);
  expect(readable.stderr()).toContain('BAD_SETTINGS');
  expect(readable.stderr()).not.toContain('alice-0123456789abcdef');
  homeWith('');
  // The project's own file has no say in who may use the server of a user.
  writeFileSync(path.join(project, 'toolbase.yaml'), `formatVersion: 1\n${shared}`);
  const server = await startHttp(installed);
  expect((await post(server.url, HANDSHAKE[0])).status).toBe(200);
  await stop(server);
  mkdirSync(path.join(project, 'gone'), { recursive: true });
  writeFileSync(path.join(project, 'toolbase.yaml'), 'formatVersion: 1\n');
});

test('tokens of an authorization server are taken for this resource, by its keys, with its scopes, in time', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const stranger = await generateKeyPair('ES256');
  const keys = path.join(tempFolder('keys'), 'jwks.json');
  writeFileSync(
    keys,
    JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }] }),
  );
  homeWith(
    [
      'serve:',
      '  oauth:',
      '    publicAddress: https://tools.example',
      '    issuer: https://login.example/',
      `    keys: {file: ${JSON.stringify(keys)}}`,
      '    scopes: [operations]',
      '',
    ].join('\n'),
  );
  const server = await startHttp(installed);
  const refused = await post(server.url, HANDSHAKE[0]);
  const metadata = 'https://tools.example/.well-known/oauth-protected-resource/mcp';
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${metadata}"`,
  ]);
  const document = await fetch(`${server.origin}/.well-known/oauth-protected-resource/mcp`);
  expect(await document.json()).toEqual({
    resource: 'https://tools.example/mcp',
    authorization_servers: ['https://login.example/'],
    bearer_methods_supported: ['header'],
    scopes_supported: ['operations'],
  });
  const claims = {
    iss: 'https://login.example/',
    aud: 'https://tools.example/mcp',
    sub: 'alice',
    scope: 'email operations',
    exp: Math.floor(Date.now() / 1000) + 300,
  };
  const signed = (change: Record<string, unknown>, key = privateKey) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(key);
  const alice = await initialize(server.url, await signed({}));
  expect(alice.status).toBe(200);
  const session = { 'mcp-session-id': alice.headers.get('mcp-session-id')! };
  const bob = await signed({ sub: 'bob' });
  expect((await post(server.url, LIST, { authorization: `Bearer ${bob}`, ...session })).status).toBe(404);
  // Another one of the same kind would be refused too: the client is told what to ask for.
  const short = await initialize(server.url, await signed({ scope: 'email' }));
  expect([short.status, short.headers.get('www-authenticate')]).toEqual([
    403,
    `Bearer error="insufficient_scope", scope="operations", resource_metadata="${metadata}"`,
  ]);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
  for (const token of [
    await signed({ aud: 'https://tools.example/other/mcp' }),
    await signed({ iss: 'https://evil.example/' }),
    await signed({ exp: 1 }),
    await signed({ exp: undefined }),
    await signed({ sub: undefined }),
    await signed({}, stranger.privateKey),
    unsigned,
    'not.a.token',
  ])
    expect((await initialize(server.url, token)).status).toBe(401);
  await stop(server);
  homeWith('');
});

test('tokens whose keys cannot be had are refused for now, without a word to their holder about them, and the user is told', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const set = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }] });
  let asked = 0;
  let answer: (response: ServerResponse) => void = () => undefined;
  const issuer = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const { port } = issuer.address() as { port: number };
  homeWith(
    `serve: {oauth: {publicAddress: "https://tools.example", issuer: "https://login.example/", keys: {address: "http://127.0.0.1:${port}/keys"}}}\n`,
  );
  const token = await new SignJWT({
    iss: 'https://login.example/',
    aud: 'https://tools.example/mcp',
    sub: 'alice',
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setExpirationTime('5 min')
    .sign(privateKey);
  const faults: Record<string, typeof answer> = {
    'other side closed': (response) => response.destroy(),
    'with status 302': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    'with more than': (response) => response.end(Buffer.alloc(1024 * 1024, ' ')),
    'no set of keys': (response) => response.end('{"keys":[null]}'),
  };
  for (const [said, fault] of Object.entries(faults)) {
    [asked, answer] = [0, fault];
    const server = await startHttp(installed);
    for (let n = 0; n < 3; n += 1) {
      const refused = await initialize(server.url, token);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([503, null]);
    }
    expect(asked).toBe(1);
    expect(server.stderr().split('\n')).toHaveLength(3);
    expect(server.stderr()).toContain(said);
    if (said === 'no set of keys') {
      answer = (response) => response.end(set);
      await expect
        .poll(async () => (await initialize(server.url, token)).status, { timeout: 10_000 })
        .toBe(200);
    }
    await stop(server);
  }
  issuer.close();
  homeWith('');
}, 60_000);

test('with --otel each call is a span of the trace that its client names, without its arguments', async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as { port: number };
  const server = await startHttp(installed, ['--otel'], {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  const traceId = 'a'.repeat(32);
  const meta = { ...MODERN, traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'workbench__Echo',
  };
  const answer = await post(server.url, callOf(1, 'workbench__Echo', { message: 'canary' }, meta), headers);
  expect(await messagesOf(answer)).toMatchObject([{ result: { structuredContent: { message: 'canary' } } }]);
  await post(server.url, callOf(2, 'workbench__Echo', {}, meta), headers);
  await stop(server);
  await until(() => bodies.length > 0, 5000);
  collector.close();
  const spans = bodies.flatMap((body) =>
    (
      JSON.parse(body) as {
        resourceSpans: {
          scopeSpans: { spans: { name: string; traceId: string; status: { code?: number } }[] }[];
        }[];
      }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
  );
  expect(spans.map(({ name, traceId: seen }) => [name, seen])).toEqual([
    ['tools/call workbench__Echo', traceId],
    ['tools/call workbench__Echo', traceId],
  ]);
  expect(spans.map(({ status }) => status.code ?? 0).sort()).toEqual([0, 2]);
  expect(bodies.join('')).not.toContain('canary');
});

test('several locks are served each under its name, and metrics tell them apart', async () => {
  const other = await installFixtures({ name: 'greeter', fixture: 'greeter.mjs' });
  const { cpSync, renameSync } = await import('node:fs');
  const second = path.join(path.dirname(other.lockFile), 'second.lock');
  renameSync(other.lockFile, second);
  cpSync(path.join(other.home, 'store'), path.join(installed.home, 'store'), { recursive: true });
  const server = await startHttp(installed, [second]);
  expect(new URL(server.url).pathname).toBe('/test/mcp');
  const names = async (url: string) => {
    const opened = await post(url, HANDSHAKE[0]);
    await opened.text();
    const listed = await post(url, LIST, { 'mcp-session-id': opened.headers.get('mcp-session-id')! });
    const [message] = (await messagesOf(listed)) as { result: { tools: { name: string }[] } }[];
    return message!.result.tools.map(({ name }) => name);
  };
  expect(await names(server.url)).toContain('workbench__Echo');
  expect((await names(`${server.origin}/second/mcp`)).every((name) => name.startsWith('greeter__'))).toBe(
    true,
  );
  expect((await post(`${server.origin}/mcp`, HANDSHAKE[0])).status).toBe(404);
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  expect(metrics).toContain('toolbase_sessions{loadout="second",era="handshake"} 1');
  await stop(server);
});

test('metrics tell the hosts of each toolkit, what they do and how often they crashed', async () => {
  const server = await startHttp(installed);
  const hosts = async () => {
    const text = await (await fetch(`${server.origin}/metrics`)).text();
    const lines = text.matchAll(/^toolbase_(hosts?\w*)\{loadout="test",toolkit="workbench"(.*)\} (\d+)$/gm);
    return Object.fromEntries(
      [...lines].map(([, name, state = '', count]) => [
        `${name} ${state.slice(8, -1)}`.trim(),
        Number(count),
      ]),
    );
  };
  const none = {
    'hosts starting': 0,
    'hosts ready': 0,
    'hosts resting': 0,
    'hosts broken': 0,
    'hosts stopping': 0,
  };
  const zero = {
    ...none,
    host_starts_total: 0,
    host_restarts_total: 0,
    host_crashes_total: 0,
    host_calls: 0,
  };
  expect(await hosts()).toEqual(zero);
  const opened = await post(server.url, HANDSHAKE[0]);
  await opened.text();
  const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id')! };
  const call = async (name: string) =>
    (await post(server.url, callOf(9, `workbench__${name}`), headers)).text();
  await call('Die');
  await call('Print');
  const waiting = call('Wait').catch(() => undefined);
  const crashed = { host_starts_total: 2, host_restarts_total: 1, host_crashes_total: 1 };
  await expect.poll(hosts).toEqual({ ...zero, ...crashed, 'hosts ready': 1, host_calls: 1 });
  await fetch(server.url, { method: 'DELETE', headers });
  await waiting;
  await expect.poll(hosts).toEqual({ ...zero, ...crashed });
  await stop(server);
});

test('a thousand calls at once are all answered', async () => {
  const server = await startHttp(installed);
  const opened = await post(server.url, HANDSHAKE[0]);
  await opened.text();
  const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id')! };
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async (_, at) => {
      const message = callOf(at + 10, 'workbench__Echo', { message: `m${at}` });
      const [told] = await messagesOf(await post(server.url, message, headers));
      return (told as { id: number; result: { structuredContent: { message: string } } }).result
        .structuredContent.message;
    }),
  );
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, at) => `m${at}`));
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  expect(metrics).toContain(
    'toolbase_calls_total{loadout="test",operation="workbench__Echo",outcome="OK"} 1000',
  );
  await stop(server);
}, 120_000);
