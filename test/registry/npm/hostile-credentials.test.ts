import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/kernel/index.ts';
import { nerfDart } from '../../../src/registry/index.ts';
import { failure, grid, type HostileLab, hostileLab, one, SECRET, sound, tarballAt } from './hostile-lab.ts';
import { bytes, entry, json, packument, redirect, status } from './hostile-registry.ts';

let server: HostileLab['server'];
let elsewhere: HostileLab['elsewhere'];
let open: HostileLab['open'];
let close: HostileLab['close'];

beforeEach(async () => {
  ({ server, elsewhere, open, close } = await hostileLab());
});
afterEach(() => close());

describe('a credential', () => {
  it('goes to the registry, below the path it belongs to', async () => {
    server.answer = { 'npm/lab/grid': json(sound(server)) };
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
    server.answer = { grid: redirect(`${elsewhere.address}moved`), back: json(sound(server)) };
    elsewhere.answer = { moved: redirect(`${server.address}back`) };
    expect(await open().packument(grid)).toMatchObject({ name: 'grid' });
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([`Bearer ${SECRET}`, undefined]);
    expect(elsewhere.asked).toEqual([{ line: 'GET /moved', authorization: undefined }]);
  });

  it('follows a redirect within the registry', async () => {
    server.answer = { grid: redirect('/moved', 307), moved: json(sound(server)) };
    await open().packument(grid);
    expect(server.asked.at(-1)).toEqual({ line: 'GET /moved', authorization: `Bearer ${SECRET}` });
  });

  it('does not go to the other host that a tarball is on', async () => {
    server.answer = { grid: json(packument('grid', entry('grid', '1.0.0', 'one', tarballAt(elsewhere)))) };
    elsewhere.answer = { 'grid/-/grid-1.0.0.tgz': bytes('one') };
    expect(Buffer.from(await open().tarball(grid, one)).toString()).toBe('one');
    expect(elsewhere.asked).toEqual([{ line: 'GET /grid/-/grid-1.0.0.tgz', authorization: undefined }]);
  });

  it('is not told when the registry puts it into the address of a tarball or of a redirect', async () => {
    for (const place of [SECRET, encodeURIComponent(`Bearer ${SECRET}`), `x${SECRET}/y.tgz`]) {
      const tarball = `${elsewhere.address}${place}`;
      server.answer = { grid: json(packument('grid', entry('grid', '1.0.0', 'one', tarball))) };
      const fault = await failure(open().tarball(grid, one));
      expect(fault.code).toBe('NOT_FOUND');
      expect(fault.message).toContain(`(${elsewhere.address}***)`);
      server.answer = { grid: redirect(tarball) };
      elsewhere.answer = { [place]: status(500) };
      expect(JSON.stringify(await failure(open().packument(grid)))).not.toContain(SECRET);
    }
  });

  it('does not go to another port or scheme of the same host', async () => {
    const credentials = new Map([[`//127.0.0.1/`, { kind: 'bearer' as const, token: SECRET }]]);
    server.answer = { grid: json(sound(server)) };
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
    [401, 'REGISTRY_DENIED', 3, 'Run `toolbase login --registry lab`'],
    [403, 'REGISTRY_DENIED', 3, 'Ask whoever keeps lab'],
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
