import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bytes,
  entry,
  type HostileRegistry,
  json,
  packument,
  redirect,
  startHostile,
} from '../registry/npm/hostile-registry.ts';
import { integrityOf } from '../../src/kernel/index.ts';
import { packedToolkit } from '../workflow/packed-toolkit.ts';
import { type Ended, freshFolder, LOCK, ROOT, toolbase } from './toolbase.ts';

const SECRET = 'tok_5bd0c1e2aa';
const EXAMPLE = path.join(ROOT, 'docs/examples/higgs-to-bb.json');

let server: HostileRegistry;
let elsewhere: HostileRegistry;
let home: string;
beforeAll(async () => {
  [server, elsewhere] = await Promise.all([startHostile(), startHostile()]);
  const { tarball } = packedToolkit('grid', '1.0.0');
  const address = `${server.address}grid/-/grid-1.0.0.tgz`;
  const release = { ...entry('grid', '1.0.0', '', address), dist: distOf(tarball, address) };
  server.answer = {
    grid: json(packument('grid', release)),
    'grid/-/grid-1.0.0.tgz': redirect(`${elsewhere.address}x.tgz?signature=${SECRET}`),
  };
  elsewhere.answer = { [`x.tgz?signature=${SECRET}`]: bytes(tarball) };
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));

const distOf = (tarball: Uint8Array, address: string) => ({
  integrity: integrityOf(tarball),
  tarball: address,
});

beforeEach(async () => {
  home = await freshFolder();
  const settings = path.join(home, 'settings.yaml');
  const owner = `//${new URL(server.address).host}/`;
  writeFileSync(
    settings,
    `formatVersion: 1\nregistries:\n  lab: {npm: "${server.address}"}\nregistryTokens:\n  "${owner}": ${SECRET}\n`,
  );
  chmodSync(settings, 0o600);
  writeFileSync(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits:\n  grid: "^1"\n');
});

const stepsOf = ({ stderr }: Ended): string[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/after \d+ ms$/, 'after some ms').replace(/process \d+$/, 'process N'));

describe('--log-level debug', () => {
  it('tells each request to a registry, with no token and no part of an address that may hold one', async () => {
    const ended = await toolbase(home, ['lock', 'x.yaml', '--json', '--log-level', 'debug']);
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'created' });
    const tarball = 'grid/-/grid-1.0.0.tgz';
    expect(stepsOf(ended)).toEqual([
      `toolbase: debug: registry: GET ${server.address}grid (with a credential): 200 after some ms`,
      `toolbase: debug: registry: GET ${server.address}${tarball} (with a credential): 302 after some ms`,
      `toolbase: debug: registry: GET ${elsewhere.address}x.tgz (no credential): 200 after some ms`,
    ]);
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
  });

  it('tells what is there in the store, and what was fetched before', async () => {
    const locked = await toolbase(home, ['lock', 'x.yaml']);
    expect(locked).toMatchObject({ status: 0, stderr: '' });
    const installed = await toolbase(home, ['install', 'x.lock', '--log-level=debug']);
    expect(stepsOf(installed)).toEqual([
      expect.stringMatching(/^toolbase: debug: store: sha256:[0-9a-f]{64} is not there$/),
      expect.stringMatching(/^toolbase: debug: registry: sha512-\S+ was fetched before$/),
    ]);
    const again = await toolbase(home, ['install', 'x.lock', '--log-level=debug']);
    expect(stepsOf(again)).toEqual([
      expect.stringMatching(/^toolbase: debug: store: sha256:[0-9a-f]{64} is there$/),
    ]);
  });

  it('tells which hosts start, and serve knows it too', async () => {
    expect(await toolbase(home, ['install', LOCK])).toMatchObject({ status: 0 });
    const name = 'symbolic__ComputeDecayRate';
    const called = await toolbase(home, ['call', LOCK, name, '-a', `@${EXAMPLE}`, '--log-level', 'debug']);
    expect(stepsOf(called)).toContain(`toolbase: debug: host: started ${process.execPath} as process N`);
    const served = await toolbase(home, ['serve', LOCK, '--log-level', 'debug']);
    expect(served.status).toBe(0);
    const wrong = await toolbase(home, ['serve', LOCK, '--log-level', 'loud']);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('error, info, debug')]);
  });
});

it('another level is refused, naming those that there are', async () => {
  const ended = await toolbase(home, ['list', '--log-level', 'loud']);
  expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('error, info, debug')]);
});
