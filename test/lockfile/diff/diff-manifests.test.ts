import { describe, expect, it } from 'vitest';
import { reportOf, Version } from '../../../src/kernel/index.ts';
import { diffManifests, ManifestDiff, predecessorOf } from '../../../src/lockfile/index.ts';
import { versionStep } from '../../../src/lockfile/diff/version-step.ts';
import { sampleManifest, sampleOperation } from '../sample-manifest.ts';

const grid = (version: string, fields: Record<string, unknown> = {}) =>
  sampleManifest('grid', { version, ...fields });

describe('the diff of two manifests', () => {
  it('of equal interfaces deserves nothing, whatever the versions', () => {
    expect(diffManifests(grid('1.0.0'), grid('1.0.1'))).toEqual({
      formatVersion: 1,
      toolkit: 'grid',
      before: '1.0.0',
      after: '1.0.1',
      level: 'none',
      deserved: 'none',
      step: 'patch',
      bump: 'sufficient',
      operations: [],
      skills: [],
      declarations: [],
    });
  });

  it('finds a broken interface under a minor step, and not under a major one', () => {
    const broken = {
      operations: [sampleOperation('Width', { description: 'New words.' }), sampleOperation('Mass')],
    };
    const minor = diffManifests(grid('1.0.0', broken), grid('1.1.0'));
    expect(minor).toMatchObject({ deserved: 'major', step: 'minor', bump: 'too small' });
    expect(minor.operations.map(({ change, name, level }) => [change, name, level])).toEqual([
      ['removed', 'Mass', 'major'],
      ['changed', 'Width', 'patch'],
    ]);
    expect(diffManifests(grid('1.0.0', broken), grid('2.0.0'))).toMatchObject({ bump: 'sufficient' });
    expect(diffManifests(grid('1.0.0', broken), grid('1.0.0'))).toMatchObject({
      step: 'none',
      bump: 'too small',
    });
    expect(diffManifests(grid('1.1.0'), grid('1.0.0', broken))).toMatchObject({
      level: 'minor',
      deserved: 'major',
      bump: 'too small',
    });
    expect(ManifestDiff.parse(JSON.parse(JSON.stringify(minor)))).toEqual(minor);
  });

  it('compares instructions and skills', () => {
    expect(diffManifests(grid('1.0.0'), grid('1.0.1', { instructions: 'Use GeV.' }))).toMatchObject({
      level: 'patch',
      instructions: { before: '', after: 'Use GeV.' },
    });
  });

  const bundle = (...operations: string[]) => ({
    bundles: { all: { title: 'All', operations } },
    operations: [sampleOperation('Width'), sampleOperation('Mass')],
  });
  const setting = (extra: object) => ({
    settings: { n_threads: { type: 'number', title: 'Threads', ...extra } },
  });
  const text = (extra: object) => ({ settings: { token: { type: 'string', title: 'Token', ...extra } } });
  const none = { operations: [sampleOperation('Width'), sampleOperation('Mass')] };
  it.each([
    ['a new bundle', none, bundle('Width'), 'minor'],
    ['a dropped bundle', bundle('Width'), none, 'major'],
    ['an operation leaving a bundle', bundle('Width', 'Mass'), bundle('Width'), 'major'],
    ['an operation joining a bundle', bundle('Width'), bundle('Width', 'Mass'), 'minor'],
    ['a bundle in another order', bundle('Width', 'Mass'), bundle('Mass', 'Width'), 'patch'],
    ['a setting that must be set', {}, setting({ required: true }), 'major'],
    ['a setting that may be set', {}, setting({}), 'minor'],
    ['a required setting with a default', {}, setting({ required: true, default: 1 }), 'minor'],
    ['a dropped setting', setting({}), {}, 'major'],
    ['a setting that must now be set', setting({}), setting({ required: true }), 'major'],
    ['a setting that need not be set any more', setting({ required: true }), setting({}), 'minor'],
    ['another default', setting({ default: 1 }), setting({ default: 2 }), 'major'],
    ['a tighter range', setting({ max: 8 }), setting({ max: 4 }), 'major'],
    ['a wider range', setting({ min: 1 }), setting({ min: 0 }), 'minor'],
    ['another title', setting({}), setting({ title: 'Number of threads' }), 'patch'],
    ['a setting that becomes a secret', text({}), text({ sensitive: true }), 'major'],
    ['a secret that becomes public', text({ sensitive: true }), text({}), 'minor'],
  ])('rates %s', (_what, before, after, level) => {
    const diff = diffManifests(grid('1.0.0', before), grid('1.0.1', after));
    expect(diff.declarations.map((change) => change.level)).toEqual([level]);
    expect(diff.level).toBe(level);
  });

  it('rates another Python by whether the range moved', () => {
    const python = (range: string, digit: string) => ({
      environments: {
        main: { kind: 'python', requirements: 'r.txt', python: range, sha256: `sha256:${digit.repeat(64)}` },
      },
    });
    const level = (after: object) =>
      diffManifests(grid('1.0.0', python('>=3.11', '0')), grid('1.0.1', { ...after })).level;
    expect(level(python('>=3.11', '1'))).toBe('patch');
    expect(level(python('>=3.12', '0'))).toBe('major');
  });

  it('of two toolkits is refused', () => {
    try {
      diffManifests(grid('1.0.0'), sampleManifest('mesh', {}));
      expect.unreachable();
    } catch (fault) {
      expect(reportOf(fault).code).toBe('USAGE');
    }
  });
});

describe('a version step', () => {
  it.each([
    ['1.2.3', '1.2.3', 'none'],
    ['1.2.3', '1.2.4', 'patch'],
    ['1.2.3', '1.3.0', 'minor'],
    ['1.2.3', '2.0.0', 'major'],
    ['0.2.3', '0.2.4', 'patch'],
    ['0.2.3', '0.3.0', 'major'],
    ['0.0.3', '0.0.4', 'major'],
    ['0.9.0', '1.0.0', 'major'],
    ['1.2.3', '1.3.0-rc.1', 'minor'],
    ['1.2.3', '2.0.0-rc.1', 'major'],
    ['1.3.0-rc.1', '1.3.0-rc.2', 'major'],
    ['1.3.0-rc.1', '1.3.0', 'major'],
  ])('from %s to %s is read as npm reads a caret', (older, newer, step) => {
    expect(versionStep(Version.parse(older), Version.parse(newer))).toBe(step);
  });

  it('is measured from the highest release below', () => {
    const published = ['2.0.0', '1.2.3', '1.2.10', '1.2.11-rc.1'].map((text) => Version.parse(text));
    expect(predecessorOf(Version.parse('1.2.11'), published)).toBe('1.2.10');
    expect(predecessorOf(Version.parse('2.0.1'), published)).toBe('2.0.0');
    expect(predecessorOf(Version.parse('1.2.10'), published)).toBe('1.2.3');
    expect(predecessorOf(Version.parse('1.0.0'), published)).toBeUndefined();
  });
});
