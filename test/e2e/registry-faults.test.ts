import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  bytes,
  type HostileRegistry,
  json,
  redirect,
  startHostile,
} from '../registry/npm/hostile-registry.ts';
import { integrityOf } from '../../src/kernel/index.ts';
import { packedToolkit } from '../workflow/packed-toolkit.ts';
import { type Ended, errorOf, freshFolder, listing, toolbase } from './toolbase.ts';

// What a registry can do wrong, through the program as a user starts it: each ends with its own exit status and words, and
// neither the lock nor the store is touched.

const SECRET = 'tok_93e0a1f2c7';

let server: HostileRegistry;
let elsewhere: HostileRegistry;
let home: string;

beforeEach(async () => {
  [server, elsewhere, home] = await Promise.all([startHostile(), startHostile(), freshFolder()]);
  const settings = path.join(home, 'settings.yaml');
  writeFileSync(settings, `formatVersion: 1\nregistries:\n  lab: {npm: "${server.address}"}\n`);
  chmodSync(settings, 0o600);
  const host = new URL(server.address).host;
  writeFileSync(path.join(home, '.npmrc'), `//${host}/:_authToken=${SECRET}\n`);
  writeFileSync(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits:\n  grid: "^1"\n');
});
afterEach(() => Promise.all([server.close(), elsewhere.close()]));

/** Has this machine wait for a registry no longer than a moment. */
const beImpatient = (): void => appendFileSync(path.join(home, '.npmrc'), 'fetch-timeout=700\n');

const tarballs = {
  old: Buffer.from(packedToolkit('grid', '1.0.0').tarball),
  older: Buffer.from(packedToolkit('grid', '0.9.0').tarball),
  other: Buffer.from(packedToolkit('grid', '1.0.0', { summary: 'Other.' }).tarball),
};

const release = (version: string, tarball: Buffer, address?: string) => ({
  name: 'grid',
  version,
  toolbase: { kind: 'toolkit' },
  dist: {
    integrity: integrityOf(tarball),
    tarball: address ?? `${server.address}grid/-/grid-${version}.tgz`,
  },
});

type Release = ReturnType<typeof release>;

const packument = (...releases: Release[]): Answer =>
  json({
    name: 'grid',
    'dist-tags': { latest: releases.at(-1)?.version },
    versions: Object.fromEntries(releases.map((each) => [each.version, each])),
  });

const OLD_TARBALL = 'grid/-/grid-1.0.0.tgz';
const sound = (): Record<string, Answer> => ({
  grid: packument(release('1.0.0', tarballs.old)),
  [OLD_TARBALL]: bytes(tarballs.old),
});

const lock = (...flags: string[]): Promise<Ended> => toolbase(home, ['lock', 'x.yaml', '--json', ...flags]);
const install = (): Promise<Ended> => toolbase(home, ['install', 'x.lock', '--json']);

/** All that there is, but for what was fetched, which is only ever used when it is what a lock or a registry states, and the
 * note that a lock is in use. */
const state = async (): Promise<string[]> =>
  (await listing(home)).filter((name) => !/^(?:cache\b.*|store(?:\/v1(?:\/uses\b.*)?)?)$/.test(name));

/** Runs a command that must end in this error, with nothing written and no secret told. */
async function refused(act: () => Promise<Ended>, status: number, code: string): Promise<string> {
  const before = await state();
  const ended = await act();
  expect([ended.status, errorOf(ended)?.code], ended.stdout + ended.stderr).toEqual([status, code]);
  expect(ended.stdout + ended.stderr).not.toContain(SECRET);
  expect(await state()).toEqual(before);
  const error = errorOf(ended);
  return `${error?.message} ${error?.hint}`;
}

describe('a registry that', () => {
  it('does not answer in time is given up', async () => {
    beImpatient();
    server.answer = { grid: () => undefined };
    const begunMs = performance.now();
    expect(await refused(lock, 3, 'REGISTRY_UNAVAILABLE')).toContain('too slowly');
    expect(performance.now() - begunMs).toBeLessThan(25_000);
  });

  it('sends a tarball byte by byte is given up', async () => {
    const dripping: Answer = (_request, response) => {
      response.writeHead(200, { 'content-length': tarballs.old.length });
      let at = 0;
      const drip = setInterval(() => response.write(tarballs.old.subarray(at, (at += 1))), 50);
      response.on('close', () => clearInterval(drip));
    };
    beImpatient();
    server.answer = { ...sound(), [OLD_TARBALL]: dripping };
    await refused(lock, 3, 'REGISTRY_UNAVAILABLE');
  });

  it('ends a tarball too early, says so or not, gets nothing installed', async () => {
    const half = tarballs.old.subarray(0, tarballs.old.length / 2);
    server.answer = { ...sound(), [OLD_TARBALL]: bytes(half) };
    expect(await refused(lock, 2, 'INTEGRITY_MISMATCH')).toContain('grid 1.0.0');
    server.answer[OLD_TARBALL] = (_request, response) => {
      response.writeHead(200, { 'content-length': tarballs.old.length });
      response.write(half, () => response.destroy());
    };
    await refused(lock, 3, 'REGISTRY_UNAVAILABLE');
  });

  it('sends other bytes than it states gets nothing locked', async () => {
    server.answer = { ...sound(), [OLD_TARBALL]: bytes(tarballs.other) };
    const words = await refused(lock, 2, 'INTEGRITY_MISMATCH');
    expect(words).toContain('the registry lab sends other bytes for grid 1.0.0');
  });

  it('answers with a web page and status 200 gets none of it shown', async () => {
    server.answer = {
      grid: (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html>Sign in to the guest network</html>'),
    };
    const words = await refused(lock, 2, 'BAD_REGISTRY');
    expect(words).toContain('text/html');
    expect(words).not.toContain('guest network');
  });

  it('sends a web page for a tarball gets nothing installed', async () => {
    server.answer = { ...sound(), [OLD_TARBALL]: bytes('<html>Sign in</html>') };
    await refused(lock, 2, 'INTEGRITY_MISMATCH');
  });

  it('sends somewhere else does not send the credential along', async () => {
    server.answer = {
      grid: packument(release('1.0.0', tarballs.old)),
      [OLD_TARBALL]: redirect(`${elsewhere.address}grid.tgz`),
    };
    elsewhere.answer = { 'grid.tgz': bytes(tarballs.old) };
    expect(await lock()).toMatchObject({ status: 0 });
    expect(server.asked.map(({ authorization }) => authorization)).toEqual(
      server.asked.map(() => `Bearer ${SECRET}`),
    );
    expect(elsewhere.asked).toEqual([{ line: 'GET /grid.tgz', authorization: undefined }]);
  });
});

describe('a registry that, after a lock was made,', () => {
  let locked: string;
  beforeEach(async () => {
    server.answer = sound();
    expect(await lock()).toMatchObject({ status: 0 });
    locked = readFileSync(path.join(home, 'x.lock'), 'utf8');
    // The locked bytes, as long as they are kept here, are asked for no more.
    rmSync(path.join(home, 'cache'), { recursive: true });
  });
  afterEach(() => {
    expect(readFileSync(path.join(home, 'x.lock'), 'utf8')).toBe(locked);
  });

  it('has the version with other bytes and integrity has neither locked nor installed', async () => {
    server.answer = {
      grid: packument(release('1.0.0', tarballs.other)),
      [OLD_TARBALL]: bytes(tarballs.other),
    };
    const words = await refused(lock, 2, 'INTEGRITY_MISMATCH');
    expect(words).toContain('grid 1.0.0 in the registry lab is not the one that was locked');
    expect(words).toContain('`toolbase update grid --accept-republished`');
    await refused(() => lock('--check'), 2, 'INTEGRITY_MISMATCH');
  });

  it('offers only an older version has none locked unasked', async () => {
    writeFileSync(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits:\n  grid: ">=0.1"\n');
    server.answer = {
      grid: packument(release('0.9.0', tarballs.older)),
      'grid/-/grid-0.9.0.tgz': bytes(tarballs.older),
    };
    const words = await refused(lock, 2, 'NO_VERSION');
    expect(words).toContain('grid 1.0.0, which is locked, is not in the registry lab any more');
    expect(words).toContain('`toolbase update grid` to take 0.9.0');
  });

  it('answers no more, or with other bytes, has nothing installed', async () => {
    server.answer = {
      grid: packument(release('1.0.0', tarballs.other)),
      [OLD_TARBALL]: bytes(tarballs.other),
    };
    await refused(install, 2, 'INTEGRITY_MISMATCH');
    await server.close();
    await refused(install, 3, 'REGISTRY_UNAVAILABLE');
    expect(await toolbase(home, ['doctor', '--registries', '--json'])).toMatchObject({ status: 3 });
  });
});
