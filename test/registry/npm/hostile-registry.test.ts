import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { integrityOf } from '../../../src/kernel/index.ts';
import { newestOf } from '../../../src/registry/packument.ts';
import { failure, grid, type HostileLab, hostileLab, one, SECRET, sound, tarballAt } from './hostile-lab.ts';
import { bytes, entry, inTurn, json, packument, status } from './hostile-registry.ts';

const integrityOfText = (text: string) => integrityOf(Buffer.from(text));

let server: HostileLab['server'];
let elsewhere: HostileLab['elsewhere'];
let cacheDir: string;
let open: HostileLab['open'];
let close: HostileLab['close'];

beforeEach(async () => {
  ({ server, elsewhere, cacheDir, open, close } = await hostileLab());
});
afterEach(() => close());

it('a version whose numbers cannot be compared hides none of the others', async () => {
  const [huge, usual] = ['9007199254740993.0.0', '1.0.0'].map((version) =>
    entry('grid', version, 'one', tarballAt(server)),
  );
  server.answer = { grid: json(packument('grid', huge!, usual!)) };
  const found = await open().packument(grid);
  expect(found?.versions).toHaveProperty(['1.0.0']);
  expect(Object.keys(found?.versions ?? {})).toHaveLength(1);
  expect(newestOf(found!)).toBe('1.0.0');
});

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
    server.answer = { grid: json(sound(server)), 'grid/-/grid-1.0.0.tgz': bytes('two') };
    expect(await failure(open().tarball(grid, one))).toMatchObject({
      code: 'INTEGRITY_MISMATCH',
      exitStatus: 2,
    });
    expect(readdirSync(path.join(cacheDir, 'npm'))).toEqual(['packuments']);
  });

  it('is not what the lock states, though the packument agrees with it', async () => {
    server.answer = { grid: json(sound(server)), 'grid/-/grid-1.0.0.tgz': bytes('one') };
    const { code, message } = await failure(open().tarball(grid, one, integrityOfText('locked')));
    expect(code).toBe('INTEGRITY_MISMATCH');
    expect(message).toContain('was changed in the registry lab');
  });

  it('ends before its stated length', async () => {
    server.answer = {
      grid: json(sound(server)),
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
      grid: json(sound(server)),
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
    server.answer = { grid: inTurn(fault, fault, json(sound(server))) };
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
        (request.headers['if-none-match'] === '"v1"'
          ? status(304, '')
          : json(sound(server), { etag: '"v1"' }))(request, response),
    };
  };

  it('is not sent again', async () => {
    const known: (string | undefined)[] = [];
    server.answer = {
      grid: (request, response) => {
        const tag = request.headers['if-none-match'];
        known.push(tag);
        (tag === undefined ? json(sound(server), { etag: '"v1"' }) : status(304, ''))(request, response);
      },
    };
    const first = await open().packument(grid);
    expect(await open().packument(grid)).toEqual(first);
    expect(known).toEqual([undefined, '"v1"']);
  });

  it('is the short form where the long one is not needed', async () => {
    const forms: (string | undefined)[] = [];
    const moved = `${server.address}files/grid.tgz`;
    server.answer = {
      grid: (request, response) => {
        forms.push(request.headers.accept?.split(';')[0]);
        json(packument('grid', entry('grid', '1.0.0', 'one', moved)))(request, response);
      },
      'files/grid.tgz': (_request, response) => response.end('one'),
    };
    expect(Buffer.from(await open().tarball(grid, one)).toString()).toBe('one');
    await open().packument(grid);
    expect(forms).toEqual(['application/vnd.npm.install-v1+json', 'application/json']);
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
    server.answer = { grid: json(sound(server)), 'grid/-/grid-1.0.0.tgz': bytes('one') };
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

  it('where there is none says so', async () => {
    expect(await failure(open().search('grid', 1))).toMatchObject({ code: 'UNSUPPORTED' });
    expect(await failure(open().names())).toMatchObject({ code: 'UNSUPPORTED' });
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
              ? json(sound(server))
              : status(404),
      },
    );
    expect(await open().search('x', 10)).toEqual([{ name: 'grid', version: '1.0.0', description: 'x' }]);
  });
});
