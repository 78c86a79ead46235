import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { ExposedName, OperationName, PackagePath, ToolkitName, Version } from '../../src/kernel/index.ts';

describe('names', () => {
  it.each(['grid', '@lab/grid', 'a.b-c_d'])('accept the toolkit name %s', (name) => {
    expect(ToolkitName.safeParse(name).success).toBe(true);
  });

  it.each([
    '../..',
    '..',
    '.hidden',
    '/etc',
    '@lab/../x',
    'A',
    'a/b',
    '',
    '@/x',
    'a\u0000b',
    'x'.repeat(215),
  ])('refuse the toolkit name %j', (name) => {
    expect(ToolkitName.safeParse(name).success).toBe(false);
  });

  it.each(['1.0', '01.0.0', '1.0.0+build', 'v1.0.0', '1.0.0-', '^1.0.0', '1.0.0\n'])(
    'refuse the version %j',
    (version) => {
      expect(Version.safeParse(version).success).toBe(false);
    },
  );

  it.each(['9007199254740992.0.0', '1.99999999999999999999.0', '0.0.1000000000000000'])(
    'refuse the version %s, which cannot be compared',
    (version) => {
      expect(Version.safeParse(version).success).toBe(false);
    },
  );

  it('accept no version that cannot be read and spelled back, and those of dates', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,19})$/);
    const ending = fc.stringMatching(/^(?:-[0-9A-Za-z-]{1,20}(?:\.[0-9A-Za-z-]{1,20})?)?$/);
    fc.assert(
      fc.property(digits, digits, digits, ending, (major, minor, patch, pre) => {
        const version = `${major}.${minor}.${patch}${pre}`;
        if (Version.safeParse(version).success) expect(new semver.SemVer(version).version).toBe(version);
      }),
    );
    expect(Version.safeParse('20261130.153000.20261130153000').success).toBe(true);
  });

  it('never let an operation contain the separator of alias and operation', () => {
    expect(OperationName.safeParse('a__b').success).toBe(false);
    expect(OperationName.safeParse('_a').success).toBe(false);
    expect(OperationName.safeParse('a_').success).toBe(false);
    expect(OperationName.safeParse('Decay_2').success).toBe(true);
  });

  it('keep an exposed name within 40 characters', () => {
    expect(ExposedName.safeParse(`a__${'b'.repeat(37)}`).success).toBe(true);
    expect(ExposedName.safeParse(`a__${'b'.repeat(38)}`).success).toBe(false);
  });

  it.each(['/a', 'a/../b', 'a//b', './a', 'a\\b', 'a/', 'a\u0007', ''])(
    'refuse the package path %j',
    (path) => {
      expect(PackagePath.safeParse(path).success).toBe(false);
    },
  );
});
