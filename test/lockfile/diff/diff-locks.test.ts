import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/kernel/index.ts';
import { diffDigest, diffLocks, type Lock, LockDiff } from '../../../src/lockfile/index.ts';
import { lockOf, widthOperation } from './locks.ts';

const before = lockOf();
const grid = lockOf({});

/** The diff between grid 1.0.0 and grid 1.0.1 whose one operation has other fields. */
const changed = (extra: Record<string, unknown>, version = '1.0.1') =>
  diffLocks(grid, lockOf({ version, fields: { operations: [widthOperation(extra)] } }));

/** Its changes. */
const changesOf = (extra: Record<string, unknown>) =>
  changed(extra).operations.flatMap((entry) => (entry.change === 'changed' ? entry.changes : []));

describe('the diff of two locks', () => {
  it('of one lock with itself is empty', () => {
    expect(diffLocks(grid, lockOf({}))).toEqual({
      formatVersion: 1,
      before: { lockDigest: grid.lockDigest, interfaceDigest: grid.interfaceDigest },
      after: { lockDigest: grid.lockDigest, interfaceDigest: grid.interfaceDigest },
      loadoutChanged: false,
      level: 'none',
      reworded: false,
      republished: [],
      toolkits: [],
      operations: [],
      skills: [],
    });
  });

  it('names every toolkit and operation gained, with all that a model newly reads', () => {
    const diff = diffLocks(before, grid);
    expect(diff.toolkits).toMatchObject([{ change: 'added', toolkit: 'grid' }]);
    expect(diff.operations).toEqual([
      {
        change: 'added',
        name: 'grid__Width',
        toolkit: 'grid',
        operation: 'Width',
        level: 'minor',
        after: Object.values(grid.operations)[0],
      },
    ]);
    expect([diff.level, diff.reworded, diff.loadoutChanged]).toEqual(['minor', true, true]);
  });

  it('names every toolkit and operation lost', () => {
    const diff = diffLocks(grid, before);
    expect(diff.toolkits).toMatchObject([{ change: 'removed', toolkit: 'grid' }]);
    expect(diff.operations).toMatchObject([{ change: 'removed', name: 'grid__Width', level: 'major' }]);
    expect(diff.level).toBe('major');
  });

  it('knows an operation again under another exposed name', () => {
    const diff = diffLocks(grid, lockOf({ request: '{version: "*", as: g}' }));
    expect(diff.operations).toEqual([
      {
        change: 'changed',
        name: 'g__Width',
        toolkit: 'grid',
        operation: 'Width',
        level: 'major',
        changes: [{ kind: 'renamed', level: 'major', before: 'grid__Width', after: 'g__Width' }],
      },
    ]);
    expect(diff.toolkits).toEqual([]);
  });

  it('is not deceived when two toolkits change their prefixes', () => {
    const two = (one: string, other: string) =>
      lockOf(
        { request: `{version: "*", as: ${one}}` },
        { name: 'mesh', request: `{version: "*", as: ${other}}` },
      );
    const renames = diffLocks(two('a', 'b'), two('b', 'a')).operations.map((entry) =>
      entry.change === 'changed' ? [entry.toolkit, ...entry.changes] : [],
    );
    expect(renames).toEqual([
      ['mesh', { kind: 'renamed', level: 'major', before: 'b__Width', after: 'a__Width' }],
      ['grid', { kind: 'renamed', level: 'major', before: 'a__Width', after: 'b__Width' }],
    ]);
  });

  it('says when an exposed name leads to the operation of another toolkit', () => {
    const diff = diffLocks(grid, lockOf({ name: '@other/grid' }));
    expect(diff.operations).toEqual([
      {
        change: 'changed',
        name: 'grid__Width',
        toolkit: '@other/grid',
        operation: 'Width',
        level: 'major',
        changes: [
          {
            kind: 'replaced',
            level: 'major',
            before: { toolkit: 'grid', operation: 'Width' },
            after: { toolkit: '@other/grid', operation: 'Width' },
          },
        ],
      },
    ]);
  });

  it('keeps both texts of a changed wording, as a kind of its own', () => {
    expect(changesOf({ title: 'Partial width', description: 'New words.' })).toEqual([
      { kind: 'wording', level: 'patch', field: 'title', before: 'Width', after: 'Partial width' },
      {
        kind: 'wording',
        level: 'patch',
        field: 'description',
        before: 'Computes Width, in GeV.',
        after: 'New words.',
      },
    ]);
    expect(changed({ description: 'New words.' })).toMatchObject({ level: 'patch', reworded: true });
    expect(changed({ maxResultBytes: 600 })).toMatchObject({ level: 'minor', reworded: false });
  });

  it('tells a schema that is only reworded from one that accepts other values', () => {
    const input = (mass: object) => ({
      inputSchema: {
        type: 'object',
        properties: {
          mass_gev: { type: 'number', description: 'Mass of the mother, GeV', minimum: 0, ...mass },
          mode: { type: 'string', enum: ['tree', 'loop'], default: 'tree' },
        },
        required: ['mass_gev'],
        additionalProperties: false,
      },
    });
    expect(changesOf(input({ description: 'Mother mass, GeV' }))).toMatchObject([
      { kind: 'schema', side: 'input', level: 'patch', acceptance: 'same', reworded: true },
    ]);
    expect(changesOf(input({ minimum: 1 }))).toMatchObject([
      { kind: 'schema', side: 'input', level: 'major', acceptance: 'narrowed', reworded: false },
    ]);
    expect(changesOf(input({ minimum: 1, maximum: 9, description: 'm' }))).toMatchObject([
      { level: 'major', acceptance: 'narrowed', reworded: true, findings: [{}, {}, {}] },
    ]);
  });

  it.each([
    ['an output schema served no longer', { outputSchema: undefined }, 'output-withdrawn', 'major'],
    ['a lower result limit', { maxResultBytes: 400 }, 'result-limit', 'minor'],
    ['a higher one that still arrives inline', { maxResultBytes: 8192 }, 'result-limit', 'minor'],
    ['one past the inline size', { maxResultBytes: 8193 }, 'result-limit', 'major'],
    ['none', { maxResultBytes: undefined }, 'result-limit', 'major'],
    ['results no longer repeatable', { effects: { deterministic: false } }, 'effects', 'major'],
    ['calls past the time limit', { effects: { deterministic: true, long: true } }, 'effects', 'major'],
    ['another cost hint', { effects: { deterministic: true, typicalMs: 9 } }, 'effects', 'patch'],
    ['an input that names a file', { effects: { deterministic: true, reads: ['mode'] } }, 'effects', 'major'],
    ['files of an unknown input', { effects: { deterministic: true, writes: ['out'] } }, 'effects', 'minor'],
    ['a time limit that was not there', { limits: { wallMs: 9000 } }, 'limits', 'major'],
    ['calls that wait for each other', { limits: { concurrency: 1 } }, 'limits', 'patch'],
    ['another wrapped tool', { upstreamName: 'width' }, 'upstream', 'patch'],
  ])('rates %s', (_what, extra, kind, level) => {
    expect(changesOf(extra).map((change) => [change.kind, change.level])).toEqual([[kind, level]]);
  });

  it.each([
    ['less memory', { wallMs: 1000, memoryMiB: 64 }, 'major'],
    ['more of one and less of another', { wallMs: 900, memoryMiB: 256 }, 'major'],
    ['more time', { wallMs: 1001, memoryMiB: 128 }, 'minor'],
    ['no limit of memory', { wallMs: 1000 }, 'minor'],
    ['fewer bytes', { wallMs: 1000, memoryMiB: 128, outputBytes: 100 }, 'major'],
  ])('rates limits with %s', (_what, limits, level) => {
    const of = (stated: object) => lockOf({ fields: { operations: [widthOperation({ limits: stated })] } });
    const was = { wallMs: 1000, memoryMiB: 128 };
    expect(diffLocks(of(was), of(limits)).operations).toMatchObject([
      { changes: [{ kind: 'limits', level, before: was, after: limits }] },
    ]);
  });

  it.each([
    ['readOnlyHint', false, 'major'],
    ['destructiveHint', true, 'major'],
    ['idempotentHint', false, 'major'],
    ['openWorldHint', true, 'major'],
  ])('rates a withdrawn %s as breaking and a given one as added', (hint, value, level) => {
    const safe = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    const unsafe = { ...safe, [hint]: value };
    const of = (annotations: object) => lockOf({ fields: { operations: [widthOperation({ annotations })] } });
    const levelOf = (diff: LockDiff) =>
      diff.operations.flatMap((entry) => (entry.change === 'changed' ? entry.changes : []));
    expect(levelOf(diffLocks(of(safe), of(unsafe)))).toMatchObject([{ kind: 'annotations', level }]);
    expect(levelOf(diffLocks(of(unsafe), of(safe)))).toMatchObject([{ kind: 'annotations', level: 'minor' }]);
  });

  it('lists skills and instructions', () => {
    const skill = (text: string) => ({
      name: 'fit',
      description: text,
      path: 'skills/fit',
      digest: sha256(text),
    });
    const with_ = (skills: object[], instructions: string) => lockOf({ fields: { skills, instructions } });
    const diff = diffLocks(with_([skill('a')], 'Use GeV.'), with_([skill('b')], 'Use MeV.'));
    expect(diff.skills).toMatchObject([
      { change: 'changed', toolkit: 'grid', name: 'fit', level: 'patch', before: { description: 'a' } },
    ]);
    expect(diff.instructions).toEqual({ level: 'patch', before: 'Use GeV.', after: 'Use MeV.' });
    expect(diff.reworded).toBe(true);
    expect(diffLocks(with_([skill('a')], ''), with_([], '')).skills).toMatchObject([
      { change: 'removed', level: 'major' },
    ]);
    expect(diffLocks(with_([], ''), with_([skill('a')], '')).skills).toMatchObject([
      { change: 'added', level: 'minor' },
    ]);
  });

  it('is a value of its format, which survives being printed, and has one digest', () => {
    const diff = changed({ description: 'New words.', outputSchema: undefined });
    const printed = LockDiff.parse(JSON.parse(JSON.stringify(diff)));
    expect(printed).toEqual(diff);
    expect(diffDigest(printed)).toBe(diffDigest(diff));
    expect(LockDiff.safeParse({ ...diff, more: 1 }).success).toBe(false);
  });

  it('has another digest for another pair of locks, even where the lists are equal', () => {
    const repacked: Lock = { ...grid, lockDigest: sha256('another lock') };
    expect(diffDigest(diffLocks(grid, repacked))).not.toBe(diffDigest(diffLocks(grid, grid)));
  });

  it('shows a change of any single value of a lock', () => {
    const full = lockOf(
      {
        fields: { ...everything, operations: [widthOperation(wrapped)], toolkitDependencies: { mesh: '^1' } },
      },
      { name: 'mesh' },
    );
    const unchanged = JSON.stringify(withoutIdentity(diffLocks(full, full)));
    const paths = leavesOf(full).filter(
      (path) => !/^(?:formatVersion|interfaceDigest|lockDigest)$|additionalProperties$/.test(path.join('/')),
    );
    expect(paths.length).toBeGreaterThan(80);
    const missed = paths.filter((path) => {
      const edited = structuredClone(full);
      edit(edited, path);
      return JSON.stringify(withoutIdentity(diffLocks(full, edited))) === unchanged;
    });
    expect(missed).toEqual([]);
  });
});

const digests = Object.fromEntries(
  ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons'].map((f) => [f, sha256(f)]),
);
const wrapped = { upstreamName: 'width', upstreamDigests: digests };
const everything = {
  instructions: 'Use GeV.',
  skills: [{ name: 'fit', description: 'How to fit.', path: 'skills/fit', digest: sha256('fit') }],
  externals: { form: { title: 'FORM', command: 'form', versions: '>=4.2' } },
  environments: {
    main: { kind: 'python', requirements: 'requirements.txt', python: '>=3.11', sha256: sha256('r') },
  },
};

const withoutIdentity = ({ before: _before, after: _after, ...rest }: LockDiff) => rest;

type Path = readonly (string | number)[];

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
}

function edit(root: object, path: Path): void {
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), root);
  const key = path.at(-1) ?? '';
  const old: unknown = Reflect.get(Object(holder), key);
  const other = (value: unknown) => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return `${String(value)}x`;
  };
  // A toolkit's version is ordered, and an operation's toolkit must be a lawful name: the suffix keeps both so.
  Reflect.set(Object(holder), key, key === 'version' ? '1.0.9' : other(old));
}
