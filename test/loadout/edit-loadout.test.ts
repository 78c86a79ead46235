import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { editLoadout } from '../../src/loadout/index.ts';

const take = (text: string, name: string, range: string) =>
  editLoadout(text, { kind: 'take', name: name as ToolkitName, range }, 'x.yaml');
const drop = (text: string, name: string) =>
  editLoadout(text, { kind: 'drop', name: name as ToolkitName }, 'x.yaml');

const TEXT = `# What the group uses.
formatVersion: 1
title:   "Decays"   # odd spacing stays

toolkits:
    # all of it
    "@lab/fit": '^2.1'   # pinned on purpose

    # the mesh
    grid:
        version: 1.x || >=2.3 <3
        as: mesh   # short
        bundles: [a,b]
    last: {version: "1", operations: [Plot]}
    # an afterthought

summary: |
  Long text,
  two lines.
`;

describe('editing a loadout changes no other line', () => {
  it('when a toolkit is added', () => {
    expect(take(TEXT, '@lab/spectra', '^1.0.0')).toBe(
      TEXT.replace('[Plot]}\n', '[Plot]}\n    "@lab/spectra": "^1.0.0"\n'),
    );
    expect(take(TEXT, 'core', 'next')).toBe(TEXT.replace('[Plot]}\n', '[Plot]}\n    core: "next"\n'));
    expect(take('formatVersion: 1\ntoolkits:\n  grid: "1"', 'fit', '^2')).toBe(
      'formatVersion: 1\ntoolkits:\n  grid: "1"\n  fit: "^2"',
    );
    expect(take('toolkits:\r\n  grid: "1" # c\r\n', 'fit', '^2')).toBe(
      'toolkits:\r\n  grid: "1" # c\r\n  fit: "^2"\r\n',
    );
  });

  it('when a range changes, whatever form the entry has', () => {
    expect(take(TEXT, '@lab/fit', '^3')).toBe(TEXT.replace("'^2.1'", "'^3'"));
    expect(take(TEXT, 'grid', '^4')).toBe(TEXT.replace('1.x || >=2.3 <3', '"^4"'));
    expect(take(TEXT, 'last', '^4')).toBe(TEXT.replace('{version: "1"', '{version: "^4"'));
    expect(take('toolkits:\n  grid:\n    as: g # c\n', 'grid', '2')).toBe(
      'toolkits:\n  grid:\n    version: "2"\n    as: g # c\n',
    );
    expect(take('toolkits:\n  grid: {as: g}\n', 'grid', '2')).toBe(
      'toolkits:\n  grid: { version: "2",as: g}\n',
    );
  });

  it('when a toolkit goes, with the comment right above it', () => {
    expect(drop(TEXT, 'grid')).toBe(TEXT.replace(/ {4}# the mesh\n {4}grid:\n(?: {8}.*\n){3}/, ''));
    expect(drop(TEXT, 'last')).toBe(TEXT.replace(/ {4}last: .*\n/, ''));
    expect(drop(TEXT, '@lab/fit')).toBe(TEXT.replace(/ {4}"@lab\/fit".*\n/, ''));
  });

  it('but lays the file out again, comments kept, where there is no line to change', () => {
    expect(take('# top\ntoolkits: {grid: "1"} # c\n', 'fit', '2')).toBe(
      '# top\ntoolkits: {grid: "1", fit: "2"} # c\n',
    );
    expect(take('formatVersion: 1 # c\ntoolkits: {}\n', 'fit', '2')).toBe(
      'formatVersion: 1 # c\ntoolkits:\n  fit: "2"\n',
    );
    expect(parse(take('formatVersion: 1\nextends: b.yaml # c\n', 'fit', '2'))).toEqual({
      formatVersion: 1,
      extends: 'b.yaml',
      toolkits: { fit: '2' },
    });
    expect(drop('# top\ntoolkits:\n  grid: "1"\n', 'grid')).toBe('# top\ntoolkits: {}\n');
  });

  it('and refuses an entry that is shared by an alias, which would change elsewhere too', () => {
    const aliased = 'toolkits:\n  a: &r {version: "1"}\n  b: *r\n';
    expect(() => take(aliased, 'a', '2')).toThrow('a cannot be changed alone');
    expect(parse(take(aliased, 'b', '2'))).toEqual({
      toolkits: { a: { version: '1' }, b: { version: '2' } },
    });
  });
});

describe('whatever the loadout', () => {
  const name = fc.constantFrom('grid', '@lab/fit', 'true', 'null', 'a1', '1e3', 'core-2');
  const comment = fc.constantFrom('', ' # c', '   # grid: "1"');
  const entry = fc.constantFrom(
    '"^1"',
    "'1 || 2'",
    '^1.2',
    '{version: "1", as: g}',
    '{ as: g }',
    '\n      version: "1"\n      bundles:\n        - a\n        - b',
    '\n      as: ""\n\n      operations: [A,\n        B]',
    '\n      reword:\n        Plot:\n          description: |\n            Draws.\n\n            All.',
  );
  const above = fc.constantFrom('', '\n', '    # about it\n', '\n    # apart\n\n');
  const loadout = fc
    .uniqueArray(fc.tuple(name, entry, comment, above), { selector: ([key]) => key, minLength: 1 })
    .map(
      (entries) =>
        `# head\nformatVersion: 1\n\ntoolkits:\n${entries.map(([key, value, end, top]) => `${top}    ${JSON.stringify(key)}: ${value}${value.includes('Draws') ? '' : end}\n`).join('')}\n# tail\ntitle: T\n`,
    );

  it('an edit does what it says and no more, and comments stay but for that of what is taken out', () => {
    fc.assert(
      fc.property(loadout, name, fc.constantFrom('take', 'drop'), (text, toolkit, kind) => {
        const before = parse(text) as { toolkits: Record<string, unknown> };
        const old = before.toolkits[toolkit];
        if (kind === 'drop' && old === undefined) return;
        const after = kind === 'take' ? take(text, toolkit, '^9') : drop(text, toolkit);
        const { [toolkit]: now, ...others } = (parse(after) as typeof before).toolkits;
        expect({ ...others, [toolkit]: old }).toEqual({ ...before.toolkits, [toolkit]: old });
        expect(now).toEqual(
          kind === 'drop' ? undefined : typeof old === 'object' ? { ...old, version: '^9' } : '^9',
        );
        const lines = new Set(text.split('\n'));
        const more = after.split('\n').filter((line) => !lines.has(line));
        const single = Object.keys(before.toolkits).length === 1;
        expect(more.length).toBeLessThanOrEqual(kind === 'take' ? 1 : single ? 2 : 0);
        expect(after.startsWith('# head\nformatVersion: 1\n\ntoolkits:')).toBe(true);
        expect(after).toContain('# tail\ntitle: T\n');
      }),
      { numRuns: 1000 },
    );
  });
});
