import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integrityOf } from '../../src/kernel/index.ts';
import { Packument } from '../../src/registry/packument.ts';
import { isPlainPackument } from '../../src/registry/plain-packument.ts';

const integrity = integrityOf(Buffer.from('one'));
const plain = {
  formatVersion: 1,
  name: '@lab/grid',
  distTags: { latest: '1.2.0' },
  versions: { '1.2.0': { integrity, toolkitDependencies: { core: '^1 || ^2' } } },
};

const words = [
  '1.0.0',
  '01.0.0',
  '1.0',
  '1.0.0-rc.1',
  '1.0.0+b',
  'grid',
  '@lab/grid',
  '@Lab/grid',
  'a/b',
  '',
  ' ',
];
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...words,
    integrity,
    `${integrity} `,
    'x'.repeat(101),
    'x'.repeat(215),
    1,
    null,
    [],
    {},
  ),
  fc.string(),
);
const seldom = (usual: fc.Arbitrary<string>) =>
  fc.oneof(
    { arbitrary: usual, weight: 20 },
    { arbitrary: fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 5 })), weight: 1 },
  );
const name = seldom(fc.constantFrom('core', '@lab/core'));
const mapOf = (key: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
  fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: value, weight: 20 }, { arbitrary: odd, weight: 1 });
const version = seldom(fc.constantFrom('1.0.0', '0.0.0', '10.20.30'));
const release = fc.record(
  {
    integrity: mostly(fc.constant(integrity)),
    toolkitDependencies: mostly(mapOf(name, mostly(fc.constantFrom('^1', '*')))),
    deprecated: odd,
  },
  { requiredKeys: ['integrity', 'toolkitDependencies'] },
);
const packument = fc.record(
  {
    formatVersion: mostly(fc.constant(1)),
    name: mostly(name),
    distTags: mostly(mapOf(seldom(fc.constantFrom('latest', 'next')), mostly(version))),
    versions: mostly(mapOf(version, mostly(release))),
    extra: odd,
  },
  { requiredKeys: ['formatVersion', 'name', 'distTags', 'versions'] },
);

describe('a packument that is found plain', () => {
  it('fits the schema as it is', () => {
    let plainOnes = 0;
    fc.assert(
      fc.property(packument, (value) => {
        if (!isPlainPackument(value)) return;
        plainOnes += 1;
        expect(Packument.parse(value)).toEqual(value);
      }),
      { numRuns: 3000 },
    );
    expect(plainOnes).toBeGreaterThan(30);
  });

  it('is what directories usually hold', () => {
    expect(isPlainPackument(plain)).toBe(true);
  });

  it.each([
    ['a deprecation', { versions: { '1.2.0': { ...plain.versions['1.2.0'], deprecated: 'old' } } }],
    ['a pre-release', { versions: { '1.2.0-rc.1': plain.versions['1.2.0'] } }],
    ['another key', { more: 1 }],
    ['another format', { formatVersion: 2 }],
  ])('is none with %s, which is for the schema to judge', (_what, changed) => {
    expect(isPlainPackument({ ...plain, ...changed })).toBe(false);
  });
});
