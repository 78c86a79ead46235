import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { integrityOf, type Json } from '../../src/kernel/index.ts';
import {
  type Answer,
  bytes,
  type HostileRegistry,
  json,
  packument,
  startHostile,
} from '../registry/npm/hostile-registry.ts';
import { type Authority, startAuthority } from '../signature/authority.ts';
import { packedToolkit } from '../workflow/packed-toolkit.ts';
import { type Ended, errorOf, freshFolder, toolbase } from './toolbase.ts';

// Signatures as npm's own registry gives them: not in the version's entry but behind an address that it names.

const identity = 'https://git.example.org/lab/kits/release.yml@refs/tags/v1';
const PROVENANCE = 'https://slsa.dev/provenance/v1';
const PUBLISH = 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1';
const PLACE = '-/npm/v1/attestations/grid@1.0.0';

const tarball = Buffer.from(packedToolkit('grid', '1.0.0').tarball);

let authority: Authority;
let stranger: Authority;
let good: Json;
let unknown: Json;
let ofOthers: Json;
beforeAll(async () => {
  [authority, stranger] = await Promise.all([startAuthority(), startAuthority()]);
  [good, unknown, ofOthers] = await Promise.all([
    authority.attest(tarball, { identity }),
    stranger.attest(tarball, { identity }),
    authority.attest(Buffer.from('other'), { identity }),
  ]);
});
afterAll(() => Promise.all([authority.close(), stranger.close()]));

let server: HostileRegistry;
let elsewhere: HostileRegistry;
beforeEach(async () => {
  [server, elsewhere] = await Promise.all([startHostile(), startHostile()]);
});
afterEach(() => Promise.all([server.close(), elsewhere.close()]));

/** The registry with one version, whose attestations are behind an address. */
function publishes(attestations: Answer | undefined, at = `${server.address}${PLACE}`): void {
  const entry = {
    name: 'grid',
    version: '1.0.0',
    toolbase: { kind: 'toolkit' },
    dist: {
      integrity: integrityOf(tarball),
      tarball: `${server.address}grid/-/grid-1.0.0.tgz`,
      attestations: { url: at, provenance: { predicateType: PROVENANCE } },
    },
  };
  server.answer = {
    grid: json(packument('grid', entry)),
    'grid/-/grid-1.0.0.tgz': bytes(tarball),
    ...(attestations === undefined ? {} : { [PLACE]: attestations }),
  };
}

const attested = (...bundles: readonly Json[]): Answer =>
  json({ attestations: bundles.map((bundle) => ({ predicateType: PROVENANCE, bundle })) });

/** Locks in a home that trusts the authority and asks for a signature of the lab. */
async function lock(): Promise<{ ended: Ended; isLocked: boolean; home: string }> {
  const home = await freshFolder();
  writeFileSync(path.join(home, 'root.json'), authority.trustedRoot);
  const settings = {
    formatVersion: 1,
    registries: { lab: { npm: server.address } },
    policy: {
      trustedRoot: path.join(home, 'root.json'),
      requireSignature: [{ registry: 'lab', identity }],
    },
  };
  writeFileSync(path.join(home, 'settings.yaml'), JSON.stringify(settings));
  chmodSync(path.join(home, 'settings.yaml'), 0o600);
  writeFileSync(path.join(home, 'x.yaml'), 'formatVersion: 1\ntoolkits:\n  grid: "1"\n');
  const ended = await toolbase(home, ['lock', 'x.yaml', '--json']);
  return { ended, isLocked: existsSync(path.join(home, 'x.lock')), home };
}

async function refused(code: string): Promise<string> {
  const { ended, isLocked } = await lock();
  expect([errorOf(ended)?.code, ended.status, isLocked], ended.stdout).toEqual([code, 2, false]);
  return errorOf(ended)?.message ?? '';
}

/** What the registry itself says of every publication: signed with a key of its own, which no root of authors names. */
const byTheRegistry = (): Json => {
  const bundle = structuredClone(good) as Record<string, Json>;
  return { ...bundle, verificationMaterial: { publicKey: { hint: 'SHA256:registry' }, tlogEntries: [] } };
};

describe('the attestations of a registry like that of npm', () => {
  it('are taken when the author is trusted, beside what the registry itself says, and the author is shown', async () => {
    publishes(
      json({
        attestations: [
          { predicateType: PUBLISH, bundle: byTheRegistry() },
          { predicateType: PROVENANCE, bundle: good },
        ],
      }),
    );
    const { ended, isLocked, home } = await lock();
    expect([ended.status, isLocked], ended.stdout).toEqual([0, true]);
    expect(await toolbase(home, ['install', 'x.lock'])).toMatchObject({ status: 0 });
    const view = await toolbase(home, ['view', 'grid', '--registry', 'lab']);
    expect(view.stdout).toContain(`signed by     ${identity}`);
  });

  it('are refused when somebody unknown made them, also beside a good one', async () => {
    publishes(attested(good, unknown));
    await refused('BAD_SIGNATURE');
  });

  it('are refused when they are of another package', async () => {
    publishes(attested(ofOthers));
    await refused('BAD_SIGNATURE');
  });

  it('of the registry alone are no signature of an author', async () => {
    publishes(json({ attestations: [{ predicateType: PUBLISH, bundle: byTheRegistry() }] }));
    expect(await refused('BAD_SIGNATURE')).toContain('grid 1.0.0');
  });

  it('that are named but not there do not count', async () => {
    publishes(undefined);
    await refused('BAD_SIGNATURE');
  });

  it('on another host are not asked for', async () => {
    elsewhere.answer = { [PLACE]: attested(good) };
    publishes(undefined, `${elsewhere.address}${PLACE}`);
    await refused('BAD_SIGNATURE');
    expect(elsewhere.asked).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['a web page', bytes('<html>Sign in</html>')],
    ['of another shape', json({ attestations: [{ bundle: 'none' }] })],
  ])('that are %s are a fault of the registry', async (_what, answer) => {
    publishes(answer);
    await refused('BAD_REGISTRY');
  });
});
