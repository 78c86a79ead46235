import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, ToolkitName, Version } from '../../src/kernel/index.ts';
import {
  checkSignatures,
  decodeTrustedRoot,
  otherSubject,
  type SignatureRule,
} from '../../src/signature/index.ts';
import { type Authority, startAuthority, statementOver } from './authority.ts';

const tarball = Buffer.from('the bytes of a package');
const other = Buffer.from('other bytes');
const identity = 'https://git.example.org/lab/grid/.github/workflows/release.yml@refs/tags/v1.0.0';
const issuer = 'https://token.example.org';
const who = { identity, issuer };

let ours: Authority;
let theirs: Authority;
let attested: Json;
let signed: Json;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([startAuthority(), startAuthority()]);
  [attested, signed] = await Promise.all([ours.attest(tarball, who), ours.signBlob(tarball, who)]);
});
afterAll(() => Promise.all([ours.close(), theirs.close()]));

const check = (
  bundles: readonly Json[],
  rules: readonly SignatureRule[] = [],
  { root = ours.trustedRoot, bytes = tarball, name = '@lab/grid', registry = 'lab' } = {},
) =>
  checkSignatures(
    { name: name as ToolkitName, version: '1.0.0' as Version, registry, tarball: bytes, bundles },
    decodeTrustedRoot(root, 'trusted_root.json'),
    rules,
  );

const refused = (...args: Parameters<typeof check>): void =>
  expect(() => check(...args)).toThrow(expect.objectContaining({ code: 'BAD_SIGNATURE' }));

describe('a signature is good', () => {
  it('as a statement that names the package by digest, and as a signature over its bytes', () => {
    expect(check([attested])).toEqual([who]);
    expect(check([signed])).toEqual([who]);
    expect(check([])).toEqual([]);
  });

  it('with sha256 in place of sha512, or both', async () => {
    const hex = (algorithm: string) => createHash(algorithm).update(tarball).digest('hex');
    for (const digest of [{ sha256: hex('sha256') }, { sha256: hex('sha256'), sha512: hex('sha512') }])
      expect(check([await ours.attest(tarball, who, statementOver(digest))])).toEqual([who]);
  });
});

describe('a signature is refused', () => {
  it('over other bytes', async () => {
    refused([await ours.attest(other, who)]);
    refused([await ours.signBlob(other, who)]);
    refused([attested], [], { bytes: other });
    refused([signed], [], { bytes: other });
  });

  it('by an authority that is not trusted', async () => {
    refused([await theirs.attest(tarball, who)]);
    refused([signed], [], { root: theirs.trustedRoot });
  });

  it('also beside a good one', async () => {
    refused([attested, await theirs.attest(tarball, who)]);
  });

  it('over a statement that names no digest, another digest beside the right one, or none that is known', async () => {
    const sha512 = createHash('sha512').update(tarball).digest('hex');
    for (const digest of [{}, { md5: 'x' }, { sha512, sha256: '0'.repeat(64) }])
      refused([await ours.attest(tarball, who, statementOver(digest))]);
    refused([await ours.attest(tarball, who, { _type: 'https://in-toto.io/Statement/v1', subject: [] })]);
    refused([await ours.attest(tarball, who, 'no statement')]);
  });

  it('made after its certificate had ended, by what the log says', async () => {
    const late = await startAuthority(new Date(Date.now() + 3_600_000));
    refused([await late.signBlob(tarball, who)], [], { root: late.trustedRoot });
    await late.close();
  });

  it('when any one of its bytes is another', () => {
    const paths: string[] = [];
    for (const bundle of [attested, signed])
      fc.assert(
        fc.property(fc.nat(), fc.nat(), (where, at) => {
          const texts = signedTexts(bundle);
          const [path, text] = texts[where % texts.length]!;
          const bytes = Buffer.from(text, 'base64');
          const index = at % bytes.length;
          bytes[index] = bytes[index]! ^ 0x01;
          paths.push(path);
          refused([replaced(bundle, path, bytes.toString('base64'))]);
        }),
        { numRuns: 40 },
      );
    expect(new Set(paths).size).toBeGreaterThan(3);
  });

  it.each<[string, Json]>([
    ['nothing', {}],
    ['no bundle', { mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' }],
    ['a text', 'x'],
    ['a list', []],
    [
      'nested nonsense',
      { mediaType: 1, verificationMaterial: { certificate: { rawBytes: '!' } }, dsseEnvelope: {} },
    ],
  ])('when it is %s', (_, bundle) => refused([bundle]));

  it('of which there are too many', () => refused(Array.from({ length: 17 }, () => attested)));
});

/** The parts of a bundle that a signature or proof is about, with their paths. */
function signedTexts(bundle: Json): [string, string][] {
  const found: [string, string][] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (/\/(?:payload|sig|signature|rawBytes|signedEntryTimestamp|canonicalizedBody)$/.test(path))
        found.push([path, value]);
    } else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
  };
  walk(bundle, '');
  return found;
}

function replaced(bundle: Json, path: string, text: string): Json {
  const copy = structuredClone(bundle);
  const parts = path.split('/').slice(1);
  let at = copy as Record<string, unknown>;
  for (const part of parts.slice(0, -1)) at = at[part] as Record<string, unknown>;
  at[parts.at(-1)!] = text;
  return copy;
}

describe('a rule', () => {
  it('asks for a signature by somebody, of the toolkits that it is for', () => {
    for (const rule of [{ identity }, { scope: '@lab', identity }, { registry: 'lab', identity, issuer }]) {
      expect(check([attested], [rule])).toEqual([who]);
      refused([], [rule]);
    }
    for (const rule of [
      { scope: '@la', identity },
      { scope: '@other', identity },
      { registry: 'other', identity },
    ])
      expect(check([], [rule])).toEqual([]);
    expect(check([], [{ identity }], { registry: 'embedded' })).toEqual([]);
  });

  it('takes no other signer, issuer, beginning or pattern', () => {
    for (const rule of [
      { identity: 'https://git.example.org/lab/grid' },
      { identity: identity.toUpperCase() },
      { identity: '.*' },
      { identity: 'https://evil.example/*' },
      { identity, issuer: 'https://token.example.org.evil' },
      { identity, issuer: 'https://token' },
    ])
      refused([attested], [rule]);
    const tags = { identity: identity.replace('v1.0.0', '*') };
    expect(check([attested], [tags])).toEqual([who]);
  });

  it('is one of several that all count', () => {
    refused([attested], [{ identity }, { identity: 'somebody else' }]);
  });
});

it('a bundle of other bytes is told without knowing whom to trust', async () => {
  expect(otherSubject(attested, tarball)).toBeUndefined();
  expect(otherSubject(signed, tarball)).toBeUndefined();
  expect(otherSubject(await theirs.attest(tarball, who), tarball)).toBeUndefined();
  expect(otherSubject(attested, other)).toMatch(/other bytes/);
  expect(otherSubject(signed, other)).toMatch(/other bytes/);
  expect(otherSubject({}, tarball)).toMatch(/no sigstore bundle/);
});

it.each([
  '',
  '{}',
  'null',
  '[]',
  '{"certificateAuthorities":[{}]}',
  '{"tlogs":[{"publicKey":{"rawBytes":"AA=="}}]}',
])('a trusted root %j is refused', (text) =>
  expect(() => decodeTrustedRoot(text, 'root.json')).toThrow(
    expect.objectContaining({ code: 'BAD_SETTINGS' }),
  ),
);
