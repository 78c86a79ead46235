import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorCode, integrityOf, type ToolkitName, type Version } from '../../../src/kernel/index.ts';
import { EMPTY_NPMRC, nerfDart, type NpmRegistry } from '../../../src/registry/index.ts';
import { type NpmRegistryOptions, openNpmRegistry } from '../../../src/registry/io/index.ts';
import {
  bytes,
  entry,
  type HostileRegistry,
  inTurn,
  json,
  packument,
  redirect,
  startHostile,
  status,
} from './hostile-registry.ts';

const grid = 'grid' as ToolkitName;
const one = '1.0.0' as Version;
const SECRET = 'tok_2f8c9a77e1';
const integrityOfText = (text: string) => integrityOf(Buffer.from(text));

let server: HostileRegistry;
let elsewhere: HostileRegistry;
let cacheDir: string;

beforeEach(async () => {
  server = await startHostile();
  elsewhere = await startHostile();
  cacheDir = mkdtempSync(path.join(tmpdir(), 'toolbase-npm-cache-'));
});
afterEach(async () => {
  await Promise.all([server.close(), elsewhere.close()]);
  rmSync(cacheDir, { recursive: true, force: true });
});

function open(more: Partial<NpmRegistryOptions> = {}): NpmRegistry {
  const address = more.address ?? server.address;
  return openNpmRegistry({
    name: 'lab',
    address,
    cacheDir,
    offline: false,
    credentials: new Map([[nerfDart(new URL(address)), { kind: 'bearer', token: SECRET }]]),
    npmrc: EMPTY_NPMRC,
    env: {},
    retryWaitMs: 5,
    ...more,
  });
}

const tarballAt = (host: HostileRegistry): string => `${host.address}grid/-/grid-1.0.0.tgz`;
const sound = () => packument('grid', entry('grid', '1.0.0', 'one', tarballAt(server)));

async function failure(
  promise: Promise<unknown>,
): Promise<{ code: ErrorCode; message: string; hint?: string }> {
  const error = await promise.then(
    (value) => expect.fail(`no error but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(SECRET);
  return error as { code: ErrorCode; message: string; hint?: string };
}

describe('a packument is refused when it', () => {
  it.each<[string, unknown]>([
    ['is of another toolkit', packument('other', entry('other', '1.0.0', 'one', 'http://x/'))],
    ['is a list', []],
    ['has versions that are no object', { name: 'grid', versions: 7 }],
    ['is nested without end', JSON.parse('['.repeat(200) + ']'.repeat(200))],
  ])('%s', async (_what, value) => {
    server.answer = { grid: json(value) };
    expect(await failure(open().packument(grid))).toMatchObject({ code: 'BAD_REGISTRY', exitStatus: 2 });
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  it.each<[string, string]>([
    ['has a key twice', '{"name":"grid","name":"grid"}'],
    ['has a forbidden key', '{"name":"grid","versions":{"__proto__":{}}}'],
    ['ends early without saying so', '{"name":"grid","versions":{'],
    ['is empty', ''],
  ])('%s', async (_what, text) => {
    server.answer = { grid: bytes(text) };
    expect(await failure(open().packument(grid))).toMatchObject({ code: 'BAD_REGISTRY' });
  });

  it('is a web page with status 200, of which nothing is repeated', async () => {
    server.answer = {
      grid: (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html>Sign in to the guest network</html>'),
    };
    const { code, message, hint } = await failure(open().packument(grid));
    expect(code).toBe('BAD_REGISTRY');
    expect(message).toContain('text/html');
    expect(message).not.toContain('Sign in');
    expect(hint).toContain('login page');
  });

  it('is larger than any packument, stated, sent, or unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '));
    server.answer = {
      grid: inTurn(
        (_request, response) => {
          response.writeHead(200, { 'content-length': String(10 ** 12) }).flushHeaders();
        },
        (_request, response) => {
          response.writeHead(200);
          const more = (): void => {
            while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024, ' ')));
          };
          response.on('drain', more);
          more();
        },
        (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      ),
    };
    for (let at = 0; at < 3; at += 1)
      expect(await failure(open().packument(grid))).toMatchObject({ code: 'BAD_REGISTRY' });
    expect(server.asked).toHaveLength(3);
  });

  it('has no usable version though it claims to be a toolkit', async () => {
    const sha1 = {
      ...entry('grid', '1.0.0', 'one', 'http://x/'),
      dist: { shasum: 'ab', tarball: 'http://x/' },
    };
    server.answer = { grid: json(packument('grid', sha1)) };
    const { code, message } = await failure(open().packument(grid));
    expect(code).toBe('BAD_REGISTRY');
    expect(message).toContain('dist/integrity');
  });
});

describe('of a packument is left out', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a version that is a path', entry('grid', '../../x', 'one', 'http://x/')],
    [
      'a version without SHA-512',
      entry('grid', '2.0.0', '', 'http://x/', { dist: { integrity: 'sha1-x', tarball: 'http://x/' } }),
    ],
    ['a version of another package', entry('other', '2.0.0', 'one', 'http://x/')],
    ['a tarball that is a file', entry('grid', '2.0.0', 'one', 'file:///etc/passwd')],
    ['a tarball behind a password', entry('grid', '2.0.0', 'one', 'http://user:pass@x/')],
    [
      'a dependency that is a path',
      entry('grid', '2.0.0', 'one', 'http://x/', { toolkitDependencies: { '../x': '1' } }),
    ],
    ['a package that is no toolkit', entry('grid', '2.0.0', 'one', 'http://x/', { toolbase: undefined })],
  ])('%s', async (_what, odd) => {
    server.answer = { grid: json(packument('grid', entry('grid', '1.0.0', 'one', 'http://x/'), odd)) };
    expect(await open().packument(grid)).toEqual({
      formatVersion: 1,
      name: 'grid',
      distTags: {},
      versions: { '1.0.0': { integrity: integrityOfText('one'), toolkitDependencies: {} } },
    });
  });

  it('what would write on a terminal', async () => {
    const deprecated = 'use \u001b[31m2.0\u0007\n\u202Enow';
    server.answer = {
      grid: json(packument('grid', entry('grid', '1.0.0', 'one', 'http://x/', { deprecated }))),
    };
    expect((await open().packument(grid))?.versions[one]?.deprecated).toBe('use [31m2.0 now');
  });
});

describe('a tarball is refused when it', () => {
  it('is not what the packument states', async () => {
    server.answer = { grid: json(sound()), 'grid/-/grid-1.0.0.tgz': bytes('two') };
    expect(await failure(open().tarball(grid, one))).toMatchObject({
      code: 'INTEGRITY_MISMATCH',
      exitStatus: 2,
    });
    expect(readdirSync(path.join(cacheDir, 'npm'))).toEqual(['packuments']);
  });

  it('is not what the lock states, though the packument agrees with it', async () => {
    server.answer = { grid: json(sound()), 'grid/-/grid-1.0.0.tgz': bytes('one') };
    const { code, message } = await failure(open().tarball(grid, one, integrityOfText('locked')));
    expect(code).toBe('INTEGRITY_MISMATCH');
    expect(message).toContain('was changed in the registry lab');
  });

  it('ends before its stated length', async () => {
    server.answer = {
      grid: json(sound()),
      'grid/-/grid-1.0.0.tgz': (_request, response) => {
        response.writeHead(200, { 'content-length': '3' }).write('on');
        response.socket?.end();
      },
    };
    expect(await failure(open().tarball(grid, one))).toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
      exitStatus: 3,
    });
    expect(server.asked.filter(({ line }) => line.includes('.tgz'))).toHaveLength(3);
  });

  it('is larger than any toolkit', async () => {
    server.answer = {
      grid: json(sound()),
      'grid/-/grid-1.0.0.tgz': (_request, response) => {
        response.writeHead(200, { 'content-length': String(2 ** 40) }).flushHeaders();
      },
    };
    expect(await failure(open().tarball(grid, one))).toMatchObject({ code: 'BAD_REGISTRY' });
  });

  it('is a page that says what is not there with status 200', async () => {
    server.answer = { 'grid/-/grid-1.0.0.tgz': bytes('<html>404</html>') };
    expect(await failure(open().tarball(grid, one, integrityOfText('one')))).toMatchObject({
      code: 'NO_VERSION',
    });
  });
});

describe('a registry that is slow', () => {
  it('to begin is given up', async () => {
    server.answer = { grid: () => undefined };
    const { code, hint } = await failure(open({ idleMs: 150 }).packument(grid));
    expect(code).toBe('REGISTRY_UNAVAILABLE');
    expect(hint).toContain('too slowly');
  });

  it('to end, with a byte now and then, is given up after the whole time', async () => {
    server.answer = {
      grid: (_request, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
    };
    const begunMs = performance.now();
    expect(await failure(open({ timeoutMs: 300 }).packument(grid))).toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
    expect(performance.now() - begunMs).toBeLessThan(5000);
    expect(server.asked).toHaveLength(1);
  });
});

describe('a credential', () => {
  it('goes to the registry, below the path it belongs to', async () => {
    server.answer = { 'npm/lab/grid': json(sound()) };
    const credentials = new Map([
      [`//${new URL(server.address).host}/npm/lab/`, { kind: 'bearer' as const, token: SECRET }],
    ]);
    await open({ address: `${server.address}npm/lab`, credentials }).packument(grid);
    await open({ address: `${server.address}npm/la`, credentials }).packument(grid);
    await open({ address: `${server.address}npm/lab2`, credentials }).packument(grid);
    expect(server.asked).toEqual([
      { line: 'GET /npm/lab/grid', authorization: `Bearer ${SECRET}` },
      { line: 'GET /npm/la/grid', authorization: undefined },
      { line: 'GET /npm/lab2/grid', authorization: undefined },
    ]);
  });

  it('does not follow a redirect to another host, nor back again', async () => {
    server.answer = { grid: redirect(`${elsewhere.address}moved`), back: json(sound()) };
    elsewhere.answer = { moved: redirect(`${server.address}back`) };
    expect(await open().packument(grid)).toMatchObject({ name: 'grid' });
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([`Bearer ${SECRET}`, undefined]);
    expect(elsewhere.asked).toEqual([{ line: 'GET /moved', authorization: undefined }]);
  });

  it('follows a redirect within the registry', async () => {
    server.answer = { grid: redirect('/moved', 307), moved: json(sound()) };
    await open().packument(grid);
    expect(server.asked.at(-1)).toEqual({ line: 'GET /moved', authorization: `Bearer ${SECRET}` });
  });

  it('does not go to the other host that a tarball is on', async () => {
    server.answer = { grid: json(packument('grid', entry('grid', '1.0.0', 'one', tarballAt(elsewhere)))) };
    elsewhere.answer = { 'grid/-/grid-1.0.0.tgz': bytes('one') };
    expect(Buffer.from(await open().tarball(grid, one)).toString()).toBe('one');
    expect(elsewhere.asked).toEqual([{ line: 'GET /grid/-/grid-1.0.0.tgz', authorization: undefined }]);
  });

  it('does not go to another port or scheme of the same host', async () => {
    const credentials = new Map([[`//127.0.0.1/`, { kind: 'bearer' as const, token: SECRET }]]);
    server.answer = { grid: json(sound()) };
    await open({ credentials }).packument(grid);
    expect(server.asked).toEqual([{ line: 'GET /grid', authorization: undefined }]);
  });

  it('is not sent with what changes something to where an answer points', async () => {
    server.answer = {
      grid: (request, response) =>
        (request.method === 'PUT' ? redirect(`${elsewhere.address}grid`, 308) : status(404))(
          request,
          response,
        ),
    };
    const submission = { name: grid, version: one, tarball: Buffer.from('one'), toolkitDependencies: {} };
    expect(await failure(open().publish(submission))).toMatchObject({ code: 'BAD_REGISTRY' });
    expect(elsewhere.asked).toEqual([]);
  });

  it('that a registry echoes is not repeated', async () => {
    server.answer = { grid: status(403, { error: `bad token ${SECRET} of Bearer ${SECRET}` }) };
    const { code, message } = await failure(open().packument(grid));
    expect(code).toBe('REGISTRY_DENIED');
    expect(message).toContain('bad token ***');
  });

  it('that is a variable which is not set is named, and nobody is asked', async () => {
    const credentials = new Map([
      [nerfDart(new URL(server.address)), { kind: 'unset' as const, variable: 'NPM_TOKEN' }],
    ]);
    const { code, message } = await failure(open({ credentials }).packument(grid));
    expect(code).toBe('SETTING_MISSING');
    expect(message).toContain('NPM_TOKEN');
    expect(server.asked).toEqual([]);
  });

  it('with a line break cannot add a header', async () => {
    const credentials = new Map([
      [nerfDart(new URL(server.address)), { kind: 'bearer' as const, token: `${SECRET}\r\nx: y` }],
    ]);
    expect(await failure(open({ credentials }).packument(grid))).toMatchObject({ code: 'BAD_SETTINGS' });
  });

  it('of a logout is in no message', async () => {
    server.answer = {};
    const withStatus = (code: number): void => {
      server.answer = { [`-/user/token/${SECRET}`]: status(code, { error: `no token ${SECRET}` }) };
    };
    withStatus(501);
    expect(await failure(open().logout())).toMatchObject({ code: 'UNSUPPORTED' });
    withStatus(418);
    expect(await failure(open().logout())).toMatchObject({ code: 'BAD_REGISTRY' });
  });

  it('of the address is refused', () => {
    expect(() => open({ address: 'http://ann:secret-word@127.0.0.1/' })).toThrow(
      expect.objectContaining({
        code: 'BAD_SETTINGS',
        message: expect.not.stringContaining('secret-word') as string,
      }) as Error,
    );
  });
});

describe('a redirect is refused', () => {
  it.each<[string, () => string]>([
    ['to itself for ever', () => '/grid'],
    ['to a file', () => 'file:///etc/passwd'],
    ['to nowhere', () => 'http://'],
    ['to an address with a password', () => 'http://u:p@127.0.0.1/'],
  ])('%s', async (_what, location) => {
    server.answer = { grid: redirect(location()) };
    expect(await failure(open().packument(grid))).toMatchObject({ code: 'BAD_REGISTRY' });
    expect(server.asked.length).toBeLessThan(8);
  });
});

describe('an answer that refuses is explained', () => {
  it.each<[number, ErrorCode, number, string]>([
    [401, 'REGISTRY_DENIED', 3, 'toolbase login lab'],
    [403, 'REGISTRY_DENIED', 3, 'toolbase whoami lab'],
    [405, 'UNSUPPORTED', 2, 'keeps the registry'],
    [418, 'BAD_REGISTRY', 2, 'settings'],
  ])('%i', async (code, expected, exitStatus, hint) => {
    server.answer = { grid: status(code, { error: 'because \u001b[2J' }) };
    const error = await failure(open().packument(grid));
    expect(error).toMatchObject({ code: expected, exitStatus });
    expect(error.hint).toContain(hint);
    expect(error.message).toContain('because');
    expect(error.message).not.toContain('\u001b');
    expect(server.asked).toHaveLength(1);
  });

  it('and 404 for a packument is no error', async () => {
    expect(await open().packument(grid)).toBeUndefined();
  });

  it('with how long to wait, when that is too long to wait', async () => {
    server.answer = { grid: status(429, {}, { 'retry-after': '3600' }) };
    const { code, hint } = await failure(open().packument(grid));
    expect(code).toBe('REGISTRY_UNAVAILABLE');
    expect(hint).toContain('3600 s');
    expect(server.asked).toHaveLength(1);
  });
});

describe('a passing fault', () => {
  it.each([
    ['of the registry', status(500)],
    ['of a gateway', status(503, {}, { 'retry-after': '0' })],
    [
      'of the connection',
      (_request: unknown, response: { socket: { destroy: () => void } | null }): void =>
        response.socket?.destroy(),
    ],
  ])('%s is asked over', async (_what, fault) => {
    server.answer = { grid: inTurn(fault, fault, json(sound())) };
    expect(await open().packument(grid)).toMatchObject({ name: 'grid' });
    expect(server.asked).toHaveLength(3);
  });

  it('that stays is an error after three tries', async () => {
    server.answer = { grid: status(500) };
    expect(await failure(open().packument(grid))).toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
      exitStatus: 3,
    });
    expect(server.asked).toHaveLength(3);
  });

  it('of a registry that is not there says so', async () => {
    await server.close();
    const { code, message } = await failure(open().packument(grid));
    expect(code).toBe('REGISTRY_UNAVAILABLE');
    expect(message).toContain('ECONNREFUSED');
  });

  it('that loses the answer to a publication does not publish twice', async () => {
    const contents = 'one';
    let published = false;
    const known = () => packument('grid', entry('grid', '1.0.0', contents, tarballAt(server)));
    server.answer = {
      grid: (request, response) => {
        if (request.method === 'GET') (published ? json(known()) : status(404))(request, response);
        else if (published) status(409)(request, response);
        else {
          published = true;
          request.resume().on('end', () => response.socket?.destroy());
        }
      },
    };
    const submission = { name: grid, version: one, tarball: Buffer.from(contents), toolkitDependencies: {} };
    expect(await open().publish(submission)).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('what was fetched before', () => {
  const withTag = (): void => {
    server.answer = {
      grid: (request, response) =>
        (request.headers['if-none-match'] === '"v1"' ? status(304, '') : json(sound(), { etag: '"v1"' }))(
          request,
          response,
        ),
    };
  };

  it('is not sent again', async () => {
    withTag();
    const first = await open().packument(grid);
    expect(await open().packument(grid)).toEqual(first);
    expect(server.asked).toHaveLength(2);
  });

  it('and got damaged is fetched anew', async () => {
    withTag();
    const first = await open().packument(grid);
    const [folder = ''] = readdirSync(path.join(cacheDir, 'npm', 'packuments'));
    const [file = ''] = readdirSync(path.join(cacheDir, 'npm', 'packuments', folder));
    writeFileSync(path.join(cacheDir, 'npm', 'packuments', folder, file), '{}\n{}');
    await expect(open({ offline: true }).packument(grid)).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
    expect(await open().packument(grid)).toEqual(first);
    expect(await open({ offline: true }).packument(grid)).toEqual(first);
  });

  it('is of use only for the registry it came from', async () => {
    withTag();
    await open().packument(grid);
    await expect(open({ address: elsewhere.address, offline: true }).packument(grid)).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
  });

  it('is forgotten when the registry has it no more', async () => {
    withTag();
    await open().packument(grid);
    server.answer = {};
    expect(await open().packument(grid)).toBeUndefined();
    await expect(open({ offline: true }).packument(grid)).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
  });

  it('cannot be claimed by a registry for what was never fetched', async () => {
    server.answer = { grid: status(304, '') };
    expect(await failure(open().packument(grid))).toMatchObject({ code: 'BAD_REGISTRY' });
  });

  it('is done without where nothing can be written', async () => {
    server.answer = { grid: json(sound()), 'grid/-/grid-1.0.0.tgz': bytes('one') };
    const file = path.join(cacheDir, 'file');
    writeFileSync(file, '');
    expect(Buffer.from(await open({ cacheDir: file }).tarball(grid, one)).toString()).toBe('one');
  });

  it('is all there is offline: nobody is asked', async () => {
    withTag();
    const offline = open({ offline: true });
    for (const asked of [
      () => offline.packument(grid),
      () => offline.tarball(grid, one),
      () => offline.tarball(grid, one, integrityOfText('one')),
      () => offline.names(),
      () => offline.search('', 1),
      () => offline.whoami(),
      () => offline.logout(),
      () => offline.login({ user: 'ann', password: SECRET }),
      () => offline.distTags(grid),
      () => offline.deprecate(grid, [one], 'no'),
      () => offline.unpublish(grid, one),
    ])
      expect(await failure(asked())).toMatchObject({ code: 'REGISTRY_UNAVAILABLE' });
    expect(server.asked).toEqual([]);
  });
});

describe('a search', () => {
  const searchPage = (names: string[]) => ({
    objects: names.map((name) => ({ package: { name, keywords: ['toolbase-toolkit'], description: 'x' } })),
  });

  it('that repeats itself for ever ends', async () => {
    server.answer = new Proxy({}, { get: () => json(searchPage(['grid'])) });
    expect(await open().names()).toEqual(['grid']);
    expect(server.asked.length).toBeLessThan(6);
  });

  it('shows no package that only calls itself a toolkit', async () => {
    server.answer = new Proxy(
      {},
      {
        get: (_target, at: string) =>
          at.startsWith('-/v1/search')
            ? json(searchPage(['grid', 'pretender', '../x']))
            : at === 'grid'
              ? json(sound())
              : status(404),
      },
    );
    expect(await open().search('x', 10)).toEqual([{ name: 'grid', version: '1.0.0', description: 'x' }]);
  });
});
