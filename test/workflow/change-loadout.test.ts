import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { addToolkits, outdated, removeToolkits } from '../../src/workflow/io/index.ts';
import { Lab } from './lab.ts';
import { packedToolkit } from './packed-toolkit.ts';

const [grid, gird] = ['grid' as ToolkitName, 'gird' as ToolkitName];

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const change = (dryRun = false) => ({ loadoutFile: lab.path('x.yaml'), dryRun });
const around = () => ({ registries: lab.registries });
const add = (additions: Record<string, string | undefined>, dryRun = false) =>
  addToolkits(
    Object.entries(additions).map(([name, range]) => ({ name: name as ToolkitName, range })),
    change(dryRun),
    around(),
  );
const remove = (names: string[], dryRun = false) =>
  removeToolkits(names as ToolkitName[], change(dryRun), around());
const text = (name = 'x.yaml') => readFileSync(lab.path(name), 'utf8');
const locked = () => {
  const { toolkits } = JSON.parse(text('x.lock')) as { toolkits: Record<string, { version: string }> };
  return Object.entries(toolkits).map(([name, { version }]) => `${name} ${version}`);
};
/** Both files, to show that nothing was written. */
const files = () => [text(), existsSync(lab.path('x.lock')) ? text('x.lock') : undefined];

describe('adding toolkits', () => {
  it('loses nothing when several are added at once', async () => {
    const names = ['core', 'fit', 'grid', 'plot'];
    for (const name of names) await lab.release(name, '1.0.0');
    lab.write('x.yaml', 'formatVersion: 1\ntoolkits: {}\n');
    await Promise.all(names.map((name) => add({ [name]: undefined })));
    expect(locked()).toEqual(names.map((name) => `${name} 1.0.0`));
    for (const name of names) expect(text()).toContain(`  ${name}: "^1.0.0"\n`);
    expect(readdirSync(lab.dir).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('writes into the files that a loadout and a lock link to, and keeps its mode', async () => {
    await lab.release('grid', '1.0.0');
    mkdirSync(lab.path('shared'));
    for (const [name, content] of [
      ['x.yaml', 'formatVersion: 1\ntoolkits: {}\n'],
      ['x.lock', ''],
    ] as const) {
      writeFileSync(lab.path(`shared/${name}`), content, { mode: 0o600 });
      symlinkSync(`shared/${name}`, lab.path(name));
    }
    await add({ grid: undefined });
    expect(lstatSync(lab.path('x.yaml')).isSymbolicLink()).toBe(true);
    expect(lstatSync(lab.path('x.lock')).isSymbolicLink()).toBe(true);
    expect(text('shared/x.yaml')).toBe('formatVersion: 1\ntoolkits:\n  grid: "^1.0.0"\n');
    expect(statSync(lab.path('shared/x.yaml')).mode & 0o777).toBe(0o600);
    expect(locked()).toEqual(['grid 1.0.0']);
  });

  it('writes their newest versions as ranges, locks them, and leaves everything else where it is', async () => {
    for (const v of ['1.0.0', '1.1.0']) await lab.release('grid', v);
    await lab.release('core', '1.0.0');
    await lab.release('fit', '2.3.1', { toolkitDependencies: { core: '^1' } });
    lab.write('x.yaml', '# mine\nformatVersion: 1\ntoolkits:\n  grid: "1.0.x"   # pinned\n');
    await lab.lock();
    const result = await add({ fit: undefined });
    expect(result).toMatchObject({
      outcome: 'updated',
      entries: [{ name: 'fit', outcome: 'added', range: '^2.3.1' }],
      changes: ['core 1.0.0 added', 'fit 2.3.1 added', 'operation fit__Width added'],
    });
    expect(text()).toBe('# mine\nformatVersion: 1\ntoolkits:\n  grid: "1.0.x"   # pinned\n  fit: "^2.3.1"\n');
    expect(locked()).toEqual(['core 1.0.0', 'fit 2.3.1', 'grid 1.0.0']);
  });

  it('takes the range or tag that is given, several at once, into a loadout that has no lock yet', async () => {
    for (const v of ['1.0.0', '2.0.0']) for (const name of ['grid', 'fit']) await lab.release(name, v);
    lab.write('x.yaml', 'formatVersion: 1\ntoolkits: {}\n');
    expect(await add({ grid: '^1', fit: 'latest' })).toMatchObject({ outcome: 'created' });
    expect(text()).toBe('formatVersion: 1\ntoolkits:\n  grid: "^1"\n  fit: "latest"\n');
    expect(locked()).toEqual(['fit 2.0.0', 'grid 1.0.0']);
  });

  it('takes a release rather than a pre-release or a deprecated version, where nobody says which', async () => {
    for (const v of ['1.0.0', '1.1.0', '2.0.0-rc.1']) await lab.release('grid', v);
    const deprecating = {
      ...lab.local,
      packument: async (name: ToolkitName) => {
        const known = await lab.local.packument(name);
        const versions = Object.entries(known?.versions ?? {}).map(([version, release]) => [
          version,
          version === '1.1.0' ? { ...release, deprecated: 'wrong' } : release,
        ]);
        return known && { ...known, versions: Object.fromEntries(versions) as typeof known.versions };
      },
    };
    lab.registries = [deprecating];
    lab.loadout('  {}');
    expect((await add({ grid: undefined }, true)).entries[0]?.range).toBe('^1.0.0');
    await lab.publish(packedToolkit('early', '0.1.0-alpha.2'));
    lab.registries = [lab.local];
    expect((await add({ early: undefined }, true)).entries[0]?.range).toBe('^0.1.0-alpha.2');
  });

  it('gives one that is there another range, in the form that its entry has', async () => {
    for (const v of ['1.0.0', '2.0.0']) await lab.release('grid', v);
    lab.loadout('  grid: {version: "^1", as: g} # why');
    await lab.lock();
    expect((await add({ grid: '^2' })).entries).toEqual([
      { name: 'grid', outcome: 'range-changed', range: '^2', before: '^1' },
    ]);
    expect(text()).toBe('formatVersion: 1\ntoolkits:\n  grid: {version: "^2", as: g} # why\n');
    expect(locked()).toEqual(['grid 2.0.0']);
  });

  it('refuses one that is there already, and says where it stands', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    for (const range of [undefined, '^1'])
      await expect(add({ grid: range })).rejects.toMatchObject({
        code: 'ALREADY_EXISTS',
        message: expect.stringContaining('grid is in') as string,
        hint: expect.stringMatching(/`toolbase update grid --loadout \S+\.yaml`/) as string,
      });
  });

  it('writes neither file when it cannot be locked, or on a dry run', async () => {
    await lab.release('core', '1.0.0');
    await lab.release('core', '2.0.0');
    await lab.release('grid', '1.0.0', { toolkitDependencies: { core: '^1' } });
    await lab.release('fit', '1.0.0', { toolkitDependencies: { core: '^2' } });
    lab.loadout('  grid: "^1" # c');
    await lab.lock();
    const before = files();
    await expect(add({ fit: undefined })).rejects.toMatchObject({ code: 'UNSATISFIABLE' });
    await expect(add({ gird: undefined })).rejects.toMatchObject({
      code: 'UNKNOWN_TOOLKIT',
      hint: 'Did you mean grid?',
    });
    await expect(add({ core: '^7' })).rejects.toMatchObject({ code: 'NO_VERSION' });
    await expect(add({ core: 'not a range' })).rejects.toMatchObject({ code: 'BAD_LOADOUT' });
    expect(await add({ core: '^1' }, true)).toMatchObject({ outcome: 'updated', dryRun: true });
    expect(files()).toEqual(before);
  });

  it('puts the loadout back when the lock cannot be written', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  {}');
    const before = text();
    // Absent when it is read, and a folder when it is to be written.
    lab.registries = lab.registries.map((registry) => ({
      ...registry,
      tarball: (name, version, expected) => {
        mkdirSync(lab.path('x.lock'), { recursive: true });
        return registry.tarball(name, version, expected);
      },
    }));
    await expect(add({ grid: undefined })).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
    expect(text()).toBe(before);
  });

  it('is refused, and changes nothing, where a folder has the name of the lock', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  {}');
    const before = text();
    mkdirSync(lab.path('x.lock'));
    await expect(add({ grid: undefined })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(text()).toBe(before);
  });
});

describe('removing toolkits', () => {
  it('takes them and what only they needed out, and moves nothing else', async () => {
    await lab.release('core', '1.0.0');
    await lab.release('fit', '1.0.0', { toolkitDependencies: { core: '^1' } });
    await lab.release('grid', '1.0.0');
    lab.loadout('  fit: "1"\n\n  # the mesh\n  grid: "^1"');
    await lab.lock();
    await lab.release('grid', '1.1.0');
    expect(await remove(['fit'])).toMatchObject({
      entries: [{ name: 'fit', outcome: 'removed' }],
      changes: ['core 1.0.0 removed', 'fit 1.0.0 removed', 'operation fit__Width removed'],
    });
    expect(text()).toBe('formatVersion: 1\ntoolkits:\n\n  # the mesh\n  grid: "^1"\n');
    expect(locked()).toEqual(['grid 1.0.0']);
  });

  it('refuses one that is not named, and says why it is there if it is', async () => {
    await lab.release('core', '1.0.0');
    await lab.release('grid', '1.0.0', { toolkitDependencies: { core: '^1' } });
    lab.write('base.yaml', 'formatVersion: 1\ntoolkits: {grid: "1"}\n');
    lab.write('x.yaml', 'formatVersion: 1\nextends: base.yaml\n');
    await lab.lock();
    const before = files();
    for (const [name, hint] of [
      ['gird', 'There are none.'],
      ['core', 'It is locked because grid needs it.'],
      ['grid', 'It comes from a loadout that this one extends: write `exclude: ["grid"]`.'],
    ])
      await expect(remove([name!])).rejects.toMatchObject({ code: 'UNKNOWN_TOOLKIT', hint });
    expect(files()).toEqual(before);
  });
});

describe('updating', () => {
  it('refuses a toolkit that is not there, so that a misspelt name does not look up to date', async () => {
    await lab.release('grid', '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    await expect(lab.lock({ update: [gird] })).rejects.toMatchObject({
      code: 'UNKNOWN_TOOLKIT',
      hint: 'Did you mean grid?',
    });
  });

  it('moves the toolkits named, and what they need, and says so without writing on a dry run', async () => {
    const core = (range: string) => ({ toolkitDependencies: { core: range } });
    await lab.release('core', '1.0.0');
    for (const name of ['fit', 'grid']) await lab.release(name, '1.0.0', core('^1'));
    lab.loadout('  fit: "^1"\n  grid: "^1"');
    await lab.lock();
    await lab.release('core', '1.1.0');
    for (const name of ['fit', 'grid']) await lab.release(name, '1.1.0', core('^1.1'));
    const before = files();
    const update = [grid];
    expect(await lab.lock({ update, dryRun: true })).toMatchObject({
      outcome: 'updated',
      changes: ['core 1.0.0 -> 1.1.0', 'grid 1.0.0 -> 1.1.0'],
    });
    expect(files()).toEqual(before);
    await lab.lock({ update });
    expect(locked()).toEqual(['core 1.1.0', 'fit 1.0.0', 'grid 1.1.0']);
  });
});

describe('what is outdated', () => {
  const report = async () => (await outdated(lab.path('x.yaml'), around())).outdated;

  it('is what an update would move, and what a wider range would give, with who asks for it', async () => {
    await lab.release('core', '1.0.0');
    await lab.release('grid', '1.0.0', { toolkitDependencies: { core: '^1' } });
    await lab.release('fit', '1.0.0');
    lab.loadout('  grid: "^1"\n  fit: "^1"');
    await lab.lock();
    expect(await report()).toEqual([]);
    await lab.release('core', '1.2.0');
    await lab.release('core', '2.0.0');
    await lab.release('fit', '2.0.0');
    expect(await report()).toEqual([
      { name: 'core', current: '1.0.0', wanted: '1.2.0', latest: '2.0.0', askedBy: ['grid'] },
      { name: 'fit', current: '1.0.0', wanted: '1.0.0', latest: '2.0.0', askedBy: ['loadout'] },
    ]);
    await lab.lock({ update: 'all' });
    // A newer core is of no use to whoever asked for grid alone.
    expect((await report()).map(({ name }) => name)).toEqual(['fit']);
  });

  it('is also what the loadout newly names or no longer needs', async () => {
    for (const name of ['grid', 'fit']) await lab.release(name, '1.0.0');
    lab.loadout('  grid: "^1"');
    await lab.lock();
    lab.loadout('  fit: "^1"');
    expect(await report()).toEqual([
      { name: 'fit', wanted: '1.0.0', latest: '1.0.0', askedBy: ['loadout'] },
      { name: 'grid', current: '1.0.0', latest: '1.0.0', askedBy: [] },
    ]);
  });

  it('is what was deprecated or unpublished since', async () => {
    for (const v of ['1.0.0', '1.1.0']) for (const name of ['grid', 'fit']) await lab.release(name, v);
    lab.loadout('  grid: "1.1.0 || 1.0.0"\n  fit: "^1"');
    await lab.lock();
    const saying = (name: ToolkitName) => async () => {
      const known = (await lab.local.packument(name))!;
      const { ['1.1.0' as never]: last, ...others } = known.versions;
      const versions =
        name === 'grid' ? others : { ...others, '1.1.0': { ...last, deprecated: 'wrong sign' } };
      return { ...known, versions, distTags: {} } as typeof known;
    };
    lab.registries = [{ ...lab.local, packument: (name) => saying(name)() }];
    expect(await report()).toEqual([
      {
        name: 'fit',
        current: '1.1.0',
        wanted: '1.0.0',
        latest: '1.0.0',
        deprecated: 'wrong sign',
        askedBy: ['loadout'],
      },
      {
        name: 'grid',
        current: '1.1.0',
        wanted: '1.0.0',
        latest: '1.0.0',
        unpublished: true,
        askedBy: ['loadout'],
      },
    ]);
  });
});
