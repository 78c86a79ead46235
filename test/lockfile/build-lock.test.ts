import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLoadout } from '../../src/loadout/index.ts';
import { buildLock, encodeLock } from '../../src/lockfile/index.ts';
import { sampleManifest, sampleOperation } from './sample-manifest.ts';
import { sampleLoadout, sampleLock, sampleSources } from './sample-lock.ts';

describe('the lock of a loadout', () => {
  it('has the digests that another implementation computes', () => {
    // Computed with Python: json.dumps(…, sort_keys=True, separators=(',', ':'), ensure_ascii=False) and hashlib.
    const lock = sampleLock();
    expect(lock.interfaceDigest).toBe(
      'sha256:2321373dc35c81fb2dce16635aea6d2e7d1a3573970fc3dde3615c7b5daa50c0',
    );
    expect(lock.loadoutDigest).toBe(
      'sha256:46e1dc5cb1318803f436d747c3f011db9a045817c7a5641939510a4ee8ef170f',
    );
    expect(lock.lockDigest).toBe('sha256:f382a953b6986ffca021c6ee8807201f10c143ff2371e3097e81841d5f858b85');
  });

  it('exposes what was asked for and nothing of a mere dependency', () => {
    const lock = sampleLock();
    expect(Object.keys(lock.operations)).toEqual(['widths__TwoBodyWidth', 'grid__Width']);
    expect(Object.keys(lock.toolkits)).toEqual(['@lab/core', '@lab/widths', 'grid']);
    expect(lock.skills.map(({ toolkit, name }) => `${toolkit} ${name}`)).toEqual([
      '@lab/widths cut',
      '@lab/widths fit-a-width',
    ]);
    expect(lock.instructions).toBe(
      'Give energies in GeV.\n\n@lab/widths: Masses are pole masses.\n\ngrid: Points are \u2265 1.',
    );
  });

  it('holds the tool object as it is sent, and the rest beside it', () => {
    expect(sampleLock().operations['widths__TwoBodyWidth' as never]).toMatchObject({
      toolkit: '@lab/widths',
      operation: 'TwoBodyWidth',
      maxResultBytes: 500,
      tool: { name: 'widths__TwoBodyWidth', title: 'Two-body width' },
    });
  });

  it('does not depend on the order of the toolkits', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(sampleSources, { minLength: sampleSources.length }), (sources) => {
        expect(encodeLock(buildLock(sampleLoadout, sources))).toBe(encodeLock(sampleLock()));
      }),
    );
  });

  it('has an interface digest that changes with every field a client receives, and with no other', () => {
    const [first, ...rest] = sampleSources;
    const withOperation = (extra: Record<string, unknown>) =>
      buildLock(sampleLoadout, [
        {
          ...first!,
          manifest: sampleManifest('@lab/widths', {
            ...first!.manifest,
            operations: [
              sampleOperation('TwoBodyWidth', { title: 'Two-body width', maxResultBytes: 500, ...extra }),
              sampleOperation('ThreeBodyWidth'),
            ],
          }),
        },
        ...rest,
      ]).interfaceDigest;
    const plain = sampleLock().interfaceDigest;
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
    expect(withOperation({})).toBe(plain);
    for (const seen of [
      { title: 'Other' },
      { description: 'Other.' },
      { inputSchema: schema },
      { outputSchema: schema },
      { annotations: hints },
    ])
      expect(withOperation(seen)).not.toBe(plain);
    for (const unseen of [{ maxResultBytes: 400 }, { effects: { typicalMs: 5 } }])
      expect(withOperation(unseen)).toBe(plain);
  });

  it('is not stale when only comments and layout of the loadout change', () => {
    const other = decodeLoadout(
      `# a comment
toolkits: {grid: {version: "1.x"}, "@lab/widths": {bundles: [two-body], version: "^1"}}
instructions: "Give energies in GeV."
formatVersion: 1
`,
      'loadout.yaml',
    );
    expect(encodeLock(buildLock(other, sampleSources))).toBe(encodeLock(sampleLock()));
  });
});
