import { describe, expect, it } from 'vitest';
import { diffLocks, type Lock } from '../../../src/lockfile/index.ts';
import { lockOf, type Published, widthOperation } from './locks.ts';

const two = [widthOperation(), widthOperation({}, 'Mass')];
const one = [widthOperation()];
const reworded = [widthOperation({ description: 'New words.' }), widthOperation({}, 'Mass')];

const of = (version: string, operations: object[], more: Published = {}): Lock =>
  lockOf({ ...more, version, fields: { operations, ...more.fields } });

const judged = (before: Lock, after: Lock) =>
  diffLocks(before, after).toolkits.map((toolkit) =>
    toolkit.change === 'changed' ? [toolkit.deserved, toolkit.step, toolkit.bump] : toolkit.change,
  );

describe('the version step of a toolkit', () => {
  it.each([
    ['1.0.0', '2.0.0', one, 'major', 'major', 'sufficient'],
    ['1.0.0', '1.1.0', one, 'major', 'minor', 'too small'],
    ['0.1.0', '0.2.0', one, 'major', 'major', 'sufficient'],
    ['0.1.0', '0.1.1', one, 'major', 'patch', 'too small'],
    ['1.0.0', '1.0.1', reworded, 'patch', 'patch', 'sufficient'],
    ['1.0.0', '1.0.1', [...two, widthOperation({}, 'Length')], 'minor', 'patch', 'too small'],
    ['0.1.0', '0.1.1', [...two, widthOperation({}, 'Length')], 'minor', 'patch', 'sufficient'],
    ['1.0.0', '1.0.1', two, 'patch', 'patch', 'sufficient'],
  ])('from %s to %s is judged by what changed', (from, to, operations, ...judgement) => {
    expect(judged(of(from, two), of(to, operations))).toEqual([judgement]);
  });

  it('is judged upwards also when the lock goes back', () => {
    // 1.1.0 added an operation, as a minor version may; going back loses it.
    const diff = diffLocks(of('1.1.0', two), of('1.0.0', one));
    expect(diff.level).toBe('major');
    expect(diff.toolkits).toMatchObject([{ deserved: 'minor', step: 'minor', bump: 'sufficient' }]);
  });

  it('is not blamed for names and choices of the loadout', () => {
    const chosen = { request: '{version: "*", as: g, operations: [Width]}' };
    const diff = diffLocks(of('1.0.0', two), of('1.0.0', two, chosen));
    expect(diff.level).toBe('major');
    expect(diff.toolkits).toEqual([]);
    const renamed = diffLocks(of('1.0.0', two), of('1.0.1', reworded, { request: '{version: "*", as: g}' }));
    expect(renamed.level).toBe('major');
    expect(renamed.toolkits).toMatchObject([{ deserved: 'patch', bump: 'sufficient' }]);
  });

  it('cannot be judged when another choice of operations explains what went', () => {
    const chosen = { request: '{version: "*", operations: [Width]}' };
    expect(judged(of('1.0.0', two), of('1.0.1', two, chosen))).toEqual([['major', 'patch', 'cannot tell']]);
  });

  it('is too small whatever was chosen when an operation on both sides broke', () => {
    const broken = [widthOperation({ outputSchema: undefined })];
    const chosen = { request: '{version: "*", operations: [Width]}' };
    expect(judged(of('1.0.0', two), of('1.0.1', broken, chosen))).toEqual([['major', 'patch', 'too small']]);
  });

  it('counts skills, programs and environments too', () => {
    const with_ = (version: string, fields: Record<string, unknown>) => of(version, one, { fields });
    const form = { title: 'FORM', command: 'form', versions: '>=4.2' };
    const externals = (extra: object) => ({ externals: { form: { ...form, ...extra } } });
    const deserved = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      judged(with_('1.0.0', a), with_('1.0.1', b)).map(([level]) => level);
    expect(deserved({}, externals({}))).toEqual(['major']);
    expect(deserved({}, externals({ optional: true }))).toEqual(['minor']);
    expect(deserved(externals({}), {})).toEqual(['minor']);
    expect(deserved(externals({}), externals({ versions: '>=4.3' }))).toEqual(['major']);
    expect(deserved(externals({}), externals({ versions: '>=4.1' }))).toEqual(['minor']);
    expect(deserved(externals({}), externals({ versions: 'not a range' }))).toEqual(['major']);
    expect(deserved(externals({}), externals({ command: 'tform' }))).toEqual(['major']);
    expect(deserved(externals({}), externals({ install: { apt: 'form' } }))).toEqual(['patch']);
    const sha256 = `sha256:${'0'.repeat(64)}`;
    const python = {
      environments: { main: { kind: 'python', requirements: 'r.txt', python: '>=3.11', sha256 } },
    };
    const npm = { environments: { main: { kind: 'npm', lock: 'package-lock.json', sha256 } } };
    expect(deserved({}, python)).toEqual(['major']);
    expect(deserved({}, npm)).toEqual(['minor']);
    expect(deserved(npm, python)).toEqual(['major']);
    const skill = { name: 'fit', description: 'How to fit.', path: 'skills/fit', digest: sha256 };
    expect(deserved({ skills: [skill] }, {})).toEqual(['major']);
    expect(deserved({}, { skills: [skill] })).toEqual(['minor']);
  });
});

describe('other files under the same version number', () => {
  it('are said loudly, and no step is enough for them', () => {
    const diff = diffLocks(of('1.0.0', one, { tree: 'a' }), of('1.0.0', one, { tree: 'b' }));
    expect(diff.republished).toEqual(['grid']);
    expect(diff.level).toBe('major');
    expect(diff.toolkits).toMatchObject([
      {
        deserved: 'patch',
        step: 'none',
        bump: 'too small',
        changes: [{ kind: 'republished', level: 'major' }],
      },
    ]);
  });

  it('are told from the same files in another tarball or from another registry', () => {
    const grid = lockOf({});
    const edited = structuredClone(grid);
    for (const toolkit of Object.values(edited.toolkits))
      toolkit.integrity = lockOf({ tree: 'x' }).toolkits['grid' as never]!['integrity'];
    expect(diffLocks(grid, edited)).toMatchObject({
      level: 'none',
      republished: [],
      toolkits: [{ deserved: 'none', bump: 'sufficient', changes: [{ kind: 'repacked', level: 'none' }] }],
    });
    expect(diffLocks(grid, lockOf({ registry: 'embedded' })).toolkits).toMatchObject([
      { changes: [{ kind: 'registry', before: 'local', after: 'embedded' }] },
    ]);
  });
});
