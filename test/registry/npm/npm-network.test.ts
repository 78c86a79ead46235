import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolkitName } from '../../../src/kernel/index.ts';
import { EMPTY_NPMRC, type Npmrc, parseNpmrc } from '../../../src/registry/index.ts';
import { proxyChoice } from '../../../src/registry/npm-proxy.ts';
import { openNpmRegistry } from '../../../src/registry/io/index.ts';
import { entry, packument } from './hostile-registry.ts';

const fixture = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../fixtures/tls', name), 'utf8');
const grid = 'grid' as ToolkitName;
const body = JSON.stringify(packument('grid', entry('grid', '1.0.0', 'one', 'https://x/')));

const closers: (() => Promise<void>)[] = [];
let cacheDir: string;
beforeEach(() => {
  cacheDir = mkdtempSync(path.join(tmpdir(), 'toolbase-npm-cache-'));
});
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
  rmSync(cacheDir, { recursive: true, force: true });
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

const httpsRegistry = (): Promise<number> =>
  listen(
    createHttps(
      { key: fixture('localhost.key.pem'), cert: fixture('localhost.crt.pem') },
      (_request, response) => response.end(body),
    ),
  );
const httpRegistry = (): Promise<number> => listen(createHttp((_request, response) => response.end(body)));

/** A proxy that tunnels, and remembers to where and by whose leave. */
async function startProxy(status = 200) {
  const seen: { target: string; authorization: string | undefined }[] = [];
  const proxy = createHttp((_request, response) => response.writeHead(500).end());
  proxy.on('connect', (request, socket) => {
    seen.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) end.on('error', () => socket.destroy());
  });
  return { port: await listen(proxy), seen };
}

const lookUp = (address: string, npmrc: Npmrc = EMPTY_NPMRC, env: Record<string, string> = {}) =>
  openNpmRegistry({
    name: 'lab',
    address,
    cacheDir,
    offline: false,
    credentials: new Map([
      [`//${new URL(address).host}/`, { kind: 'bearer', token: 'tok-for-the-registry' }],
    ]),
    npmrc,
    env,
    retryWaitMs: 5,
  }).packument(grid);

describe('a registry with a certificate of its own', () => {
  it('is not trusted unasked, and the message says what to do', async () => {
    const port = await httpsRegistry();
    await expect(lookUp(`https://localhost:${port}/`)).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
      exitStatus: 3,
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') as string,
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
    });
  });

  it('is trusted by the authority that .npmrc names, also through a proxy', async () => {
    const port = await httpsRegistry();
    const npmrc = { ...EMPTY_NPMRC, ca: fixture('localhost.crt.pem') };
    expect(await lookUp(`https://localhost:${port}/`, npmrc)).toMatchObject({ name: 'grid' });
    const proxy = await startProxy();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await lookUp(`https://localhost:${port}/`, npmrc, env)).toMatchObject({ name: 'grid' });
    expect(proxy.seen).toEqual([{ target: `localhost:${port}`, authorization: undefined }]);
  });

  it('is not trusted under another name, nor with strict-ssl=false', async () => {
    const port = await httpsRegistry();
    await expect(
      lookUp(`https://localhost:${port}/`, parseNpmrc('strict-ssl=false', {})),
    ).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
    const npmrc = { ...EMPTY_NPMRC, ca: fixture('localhost.crt.pem') };
    await expect(lookUp(`https://127.0.0.2:${port}/`, npmrc)).rejects.toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
    });
  });
});

describe('a proxy', () => {
  it('of the environment is used, with its own name and password and not those of the registry', async () => {
    const port = await httpRegistry();
    const proxy = await startProxy();
    const env = { HTTP_PROXY: `http://ann:pass@127.0.0.1:${proxy.port}` };
    expect(await lookUp(`http://127.0.0.1:${port}/`, EMPTY_NPMRC, env)).toMatchObject({ name: 'grid' });
    expect(proxy.seen).toEqual([
      { target: `127.0.0.1:${port}`, authorization: `Basic ${Buffer.from('ann:pass').toString('base64')}` },
    ]);
  });

  it('is passed by for the hosts of NO_PROXY', async () => {
    const port = await httpRegistry();
    const proxy = await startProxy();
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'x.example,127.0.0.1' };
    expect(await lookUp(`http://127.0.0.1:${port}/`, EMPTY_NPMRC, env)).toMatchObject({ name: 'grid' });
    expect(proxy.seen).toEqual([]);
  });

  it('that refuses is named, without its password', async () => {
    const port = await httpRegistry();
    const proxy = await startProxy(407);
    const env = { HTTP_PROXY: `http://ann:pass-word@127.0.0.1:${proxy.port}` };
    const error: unknown = await lookUp(`http://127.0.0.1:${port}/`, EMPTY_NPMRC, env).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: 'REGISTRY_UNAVAILABLE',
      hint: expect.stringContaining('proxy') as string,
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('pass-word');
  });

  it('that is no address is a fault of the settings', async () => {
    await expect(
      lookUp('http://127.0.0.1:9/', EMPTY_NPMRC, { HTTP_PROXY: 'proxy:8080' }),
    ).rejects.toMatchObject({
      code: 'BAD_SETTINGS',
    });
  });

  it.each<[string, Record<string, string>, string, { http: string; https: string; none: string }]>([
    ['is none by default', {}, '', { http: '', https: '', none: '' }],
    [
      'for http serves https too',
      { HTTP_PROXY: 'http://a' },
      '',
      { http: 'http://a', https: 'http://a', none: '' },
    ],
    [
      'is of its scheme',
      { HTTP_PROXY: 'http://a', HTTPS_PROXY: 'http://b' },
      '',
      { http: 'http://a', https: 'http://b', none: '' },
    ],
    [
      'has a small name first',
      { HTTP_PROXY: 'http://a', http_proxy: 'http://c' },
      '',
      { http: 'http://c', https: 'http://c', none: '' },
    ],
    [
      'is of .npmrc first',
      { HTTPS_PROXY: 'http://b', NO_PROXY: 'x' },
      'https-proxy=http://d\nnoproxy=y',
      { http: '', https: 'http://d', none: 'y' },
    ],
  ])('%s', (_what, env, npmrc, expected) => {
    expect(proxyChoice(env, parseNpmrc(npmrc, {}))).toEqual(expected);
  });
});
