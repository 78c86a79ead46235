import { describe, expect, it } from 'vitest';
import { type ErrorReport, reportOf } from '../../src/kernel/index.ts';
import { checkUniqueNames, decodeLoadout, type Loadout, selectOperations } from '../../src/loadout/index.ts';
import { sampleManifest, sampleOperation } from '../lockfile/sample-manifest.ts';

const loadout = (toolkits: string): Loadout =>
  decodeLoadout(`formatVersion: 1\ntoolkits:\n${toolkits}`, 'loadout.yaml');

function faultOf(act: () => unknown): ErrorReport | 'no error' {
  try {
    act();
    return 'no error';
  } catch (thrown) {
    return reportOf(thrown);
  }
}

describe('a loadout', () => {
  it('takes a range, or a range with what to expose', () => {
    expect(loadout('  grid: "^1.2"\n  "@lab/fit": {version: "2", as: f, bundles: [all]}').toolkits).toEqual({
      grid: { version: '^1.2' },
      '@lab/fit': { version: '2', as: 'f', bundles: ['all'] },
    });
  });

  it.each([
    ['an unquoted version', '  grid: 1.10', '/toolkits/grid: must be a version range in quotes'],
    [
      'an unquoted version inside',
      '  grid: {version: 1.10}',
      '/toolkits/grid/version: must be a string, not a number',
    ],
  ])('refuses %s and says to quote it', (_what, text, message) => {
    const fault = faultOf(() => loadout(text));
    expect(fault).toMatchObject({
      code: 'BAD_LOADOUT',
      hint: expect.stringContaining('Quote /toolkits/grid') as string,
    });
    expect((fault as ErrorReport).message).toContain(message);
  });

  it.each([
    ['an unknown key', '  grid: {version: "1", bundle: [x]}', 'unknown key "bundle"'],
    ['a name that is a path', '  "../..": "1"', '/toolkits/..~1..: must be an npm package name'],
    ['an alias with other characters', '  grid: {version: "1", as: My_Grid}', '/toolkits/grid/as'],
    ['a list', '  - grid', '/toolkits'],
  ])('refuses %s', (_what, text, message) => {
    const fault = faultOf(() => loadout(text));
    expect(fault).toMatchObject({ code: 'BAD_LOADOUT' });
    expect((fault as ErrorReport).message).toContain(message);
  });

  it.each([
    ['^^1', '/toolkits/grid: "^^1" is neither a version range nor a tag'],
    ['>=1 <<2', '">=1 <<2" is neither'],
    ['1.0.0.0', '"1.0.0.0" is neither'],
  ])('names a range that is none: %s', (range, message) => {
    for (const request of [`"${range}"`, `{version: "${range}"}`])
      expect(faultOf(() => loadout(`  grid: ${request}`))).toMatchObject({
        code: 'BAD_LOADOUT',
        message: expect.stringContaining(message) as string,
        hint: expect.stringContaining('^1.2') as string,
      });
    expect(
      faultOf(() => decodeLoadout(`formatVersion: 1\ntoolkits: {}\noverrides: {grid: "${range}"}`, 'l')),
    ).toMatchObject({ message: expect.stringContaining('l: /overrides/grid') as string });
  });

  it('says how a list of one is written, and that names in a toolkit have no prefix', () => {
    expect(faultOf(() => loadout('  grid: {version: "1", bundles: basics}'))).toMatchObject({
      message: expect.stringContaining('/toolkits/grid/bundles: must be a list, not a string') as string,
      hint: 'Write /toolkits/grid/bundles as a list, also of one: [basics].',
    });
    expect(faultOf(() => loadout('  grid: {version: "1", operations: [grid__Refine]}'))).toMatchObject({
      message: expect.stringContaining('without the prefix before `__`') as string,
    });
  });

  it('takes every form of range that npm knows, and tags', () => {
    for (const range of ['*', '1.x', '>=1 <3', '1 || 2', '1.2 - 1.4', 'v1', 'latest', 'release-1-x'])
      expect(loadout(`  grid: "${range}"`).toolkits).toEqual({ grid: { version: range } });
  });

  it('says that it is empty', () => {
    for (const text of ['', '# only a comment\n'])
      expect(faultOf(() => decodeLoadout(text, 'l.yaml'))).toMatchObject({ message: 'l.yaml: is empty' });
  });

  it('refuses an unknown key beside the toolkits', () => {
    expect(faultOf(() => decodeLoadout('formatVersion: 1\ntoolkits: {}\nname: x\n', 'l'))).toEqual({
      code: 'BAD_LOADOUT',
      message: 'l: (document): unknown key "name"',
    });
  });
});

describe('the operations of a request', () => {
  const manifest = sampleManifest('@lab/my-grid.2d', {
    operations: ['Refine', 'Coarsen', 'Plot_All'].map((name) => sampleOperation(name)),
    bundles: { 'mesh-life': { title: 'Mesh', operations: ['Refine', 'Coarsen'] } },
  });
  const names = (request: Omit<Loadout['toolkits'][never], 'version'>) =>
    selectOperations({ version: '*', ...request }, manifest).map(({ name }) => name);

  it('are all, sorted, under the unscoped name without other characters', () => {
    expect(names({})).toEqual(['mygrid2d__Coarsen', 'mygrid2d__Plot_All', 'mygrid2d__Refine']);
  });
  it('are those of the bundles and the operations named, each once', () => {
    const request = loadout(
      '  x: {version: "1", bundles: [mesh-life], operations: [Refine, Plot_All], as: g}',
    ).toolkits;
    expect(names(Object.values(request)[0]!)).toEqual(['g__Coarsen', 'g__Plot_All', 'g__Refine']);
    expect(names({ bundles: ['mesh-life'] })).toEqual(['mygrid2d__Coarsen', 'mygrid2d__Refine']);
  });
  it('are none when an empty list is written', () => expect(names({ operations: [] })).toEqual([]));
  it('are without those that are excluded, which must be there', () => {
    expect(names({ exclude: ['Refine' as never] })).toEqual(['mygrid2d__Coarsen', 'mygrid2d__Plot_All']);
    const request = loadout('  x: {version: "1", bundles: [mesh-life], exclude: [Coarsen]}').toolkits;
    expect(names(Object.values(request)[0]!)).toEqual(['mygrid2d__Refine']);
    expect(faultOf(() => names({ exclude: ['Refin' as never] }))).toMatchObject({
      code: 'UNKNOWN_OPERATION',
      hint: 'Did you mean Refine?',
    });
  });
  it('have the words of the loadout where it gives any, which a model must be able to read', () => {
    const reworded = loadout(
      '  x: {version: "1", reword: {Refine: {description: Halves every cell.}}}',
    ).toolkits;
    expect(selectOperations(Object.values(reworded)[0]!, manifest).map((each) => each.description)).toEqual([
      undefined,
      undefined,
      'Halves every cell.',
    ]);
    for (const text of ['', '"hidden \\u200b"', 'x'.repeat(1001)])
      expect(
        faultOf(() => loadout(`  x: {version: "1", reword: {Refine: {description: ${text}}}}`)),
      ).toMatchObject({ code: 'BAD_LOADOUT' });
  });
  it('cannot be worded when nobody sees them', () => {
    const reword = { ['Plot_All' as never]: { description: 'Draws.' } };
    expect(faultOf(() => names({ bundles: ['mesh-life'], reword }))).toEqual({
      code: 'UNKNOWN_OPERATION',
      message: 'Plot_All of @lab/my-grid.2d is reworded in the loadout, but not exposed',
      hint: 'Add it to `operations:`, or take it out of `reword:`.',
    });
    expect(faultOf(() => names({ reword: { ['Plot' as never]: { description: 'Draws.' } } }))).toMatchObject({
      code: 'UNKNOWN_OPERATION',
      hint: 'Did you mean Plot_All?',
    });
  });
  it('stand without a prefix when the alias is written empty', () => {
    const request = Object.values(loadout('  x: {version: "1", as: ""}').toolkits)[0]!;
    expect(names(request)).toEqual(['Coarsen', 'Plot_All', 'Refine']);
  });

  it('refuse an unknown bundle or operation, with what was probably meant', () => {
    const ask = (text: string) =>
      faultOf(() => names(Object.values(loadout(`  x: {version: "1", ${text}}`).toolkits)[0]!));
    expect(ask('bundles: [mesh-live]')).toEqual({
      code: 'UNKNOWN_BUNDLE',
      message: '@lab/my-grid.2d 1.0.0 has no bundle "mesh-live"',
      hint: 'Did you mean mesh-life?',
    });
    expect(ask('operations: [refine]')).toMatchObject({
      code: 'UNKNOWN_OPERATION',
      hint: 'Did you mean Refine?',
    });
    expect(ask('operations: [Zzzz]')).toMatchObject({ hint: 'There are Coarsen, Plot_All, Refine.' });
    expect(ask('bundles: [constructor]')).toMatchObject({ code: 'UNKNOWN_BUNDLE' });
  });

  it('refuse a toolkit whose name gives no alias, with the way out', () => {
    for (const name of ['2d-grid', '@lab/007', 'a'.repeat(33)])
      expect(faultOf(() => selectOperations({ version: '*' }, sampleManifest(name)))).toMatchObject({
        code: 'BAD_NAME',
        hint: expect.stringContaining('`as:`') as string,
      });
  });

  it('refuse a name of more than 40 characters, never cut it', () => {
    const long = (length: number) =>
      sampleManifest('grid', { operations: [sampleOperation('X'.repeat(length))] });
    expect(selectOperations({ version: '*' }, long(34))[0]?.name).toHaveLength(40);
    expect(faultOf(() => selectOperations({ version: '*' }, long(35)))).toMatchObject({
      code: 'BAD_NAME',
      message: expect.stringContaining('41 characters') as string,
    });
  });
});

describe('exposed names of one loadout', () => {
  const of = (toolkit: string, as: string, operation: string) =>
    selectOperations(
      Object.values(loadout(`  x: {version: "1", as: "${as}"}`).toolkits)[0]!,
      sampleManifest(toolkit, { operations: [sampleOperation(operation)] }),
    );

  it('that differ are fine, however their parts join', () => {
    checkUniqueNames([...of('one', 'a', 'b_c'), ...of('two', 'ab', 'c'), ...of('three', '', 'a_b_c')]);
  });
  it('that are equal, or equal but for case, are refused naming both', () => {
    expect(
      faultOf(() => checkUniqueNames([...of('one', 'g', 'Width'), ...of('two', 'g', 'WIDTH')])),
    ).toMatchObject({
      code: 'NAME_COLLISION',
      message: 'g__WIDTH of two and g__Width of one are one name to some clients',
    });
    expect(
      faultOf(() => checkUniqueNames([...of('one', '', 'Width'), ...of('two', '', 'Width')])),
    ).toMatchObject({
      code: 'NAME_COLLISION',
    });
  });
});
