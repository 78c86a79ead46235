import { describe, expect, it } from 'vitest';
import { reportOf, type ToolkitName, type Version } from '../../src/kernel/index.ts';
import {
  findToolkit,
  type Packument,
  type Registry,
  registryOrder,
  withinScopes,
} from '../../src/registry/index.ts';

const order = (flags: string[], settings: Record<string, { directory: string } | { npm: string }> = {}) =>
  registryOrder({
    flags,
    workingDir: '/work',
    settings: new Map(Object.entries(settings)),
    localDir: '/home/u/registry',
    embeddedDir: '/opt/embedded',
  });
const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'no error';
  } catch (fault) {
    return reportOf(fault).code;
  }
};

describe('registries are asked in order', () => {
  it('flags, settings, the own one, the embedded one', () => {
    expect(order(['x=reg', '/abs/dir'], { lab: { directory: '/lab' } })).toEqual([
      { name: 'x', directory: '/work/reg', writable: true, mustExist: true },
      { name: 'directory', directory: '/abs/dir', writable: true, mustExist: true },
      { name: 'lab', directory: '/lab', writable: true, mustExist: true },
      { name: 'local', directory: '/home/u/registry', writable: true, mustExist: false },
      { name: 'embedded', directory: '/opt/embedded', writable: false, mustExist: true },
    ]);
  });
  it('a flag moves a registry of the settings', () => {
    expect(
      order(['lab=/other'], { lab: { directory: '/lab' } }).map((place) =>
        Object.values(place).slice(0, 2).join(' '),
      ),
    ).toEqual(['lab /other', 'local /home/u/registry', 'embedded /opt/embedded']);
  });
  it('servers among them, by name or address', () => {
    const settings = { lab: { npm: 'http://127.0.0.1:4873/' }, disk: { directory: '/disk' } };
    expect(order(['x=https://a.example/npm', 'HTTP://b.example', 'disk'], settings)).toEqual([
      { name: 'x', npm: 'https://a.example/npm' },
      { name: 'server', npm: 'HTTP://b.example' },
      { name: 'disk', directory: '/disk', writable: true, mustExist: true },
      { name: 'lab', npm: 'http://127.0.0.1:4873/' },
      { name: 'local', directory: '/home/u/registry', writable: true, mustExist: false },
      { name: 'embedded', directory: '/opt/embedded', writable: false, mustExist: true },
    ]);
    expect(order(['./disk'], settings)[0]).toMatchObject({ name: 'directory', directory: '/work/disk' });
  });
  it('the own and the embedded one by their names, and then not twice', () => {
    expect(order(['embedded']).map(({ name }) => name)).toEqual(['embedded', 'local']);
    expect(order(['local'])[0]).toEqual({
      name: 'local',
      directory: '/home/u/registry',
      writable: true,
      mustExist: false,
    });
  });
  it('two flags of one name, and the names of the built-in ones, are refused', () => {
    expect(codeOf(() => order(['/a', '/b']))).toBe('USAGE');
    expect(codeOf(() => order(['embedded=/a']))).toBe('USAGE');
    expect(codeOf(() => order(['']))).toBe('USAGE');
    expect(codeOf(() => order([], { local: { directory: '/a' } }))).toBe('BAD_SETTINGS');
  });
});

describe('a toolkit comes from one registry', () => {
  const grid = 'grid' as ToolkitName;
  const registry = (name: string, has: boolean): Registry => ({
    name,
    packument: (toolkit) =>
      Promise.resolve(
        has
          ? ({ formatVersion: 1, name: toolkit, distTags: {}, versions: {} } satisfies Packument)
          : undefined,
      ),
    tarball: () => Promise.reject(new Error('not asked')),
    search: () => Promise.resolve([]),
    names: () => Promise.resolve([]),
  });

  it('the first that has the name, even if a later one has more', async () => {
    const found = await findToolkit([registry('a', false), registry('b', true), registry('c', true)], grid);
    expect(found?.registry.name).toBe('b');
  });
  it('the one that the loadout names, or none', async () => {
    const all = [registry('a', true), registry('b', false)];
    expect((await findToolkit(all, grid, 'a'))?.registry.name).toBe('a');
    expect(await findToolkit(all, grid, 'b')).toBeUndefined();
    await expect(findToolkit(all, grid, 'lab')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  it('and a registry that cannot be asked is not skipped', async () => {
    const down: Registry = { ...registry('down', true), packument: () => Promise.reject(new Error('down')) };
    await expect(findToolkit([down, registry('b', true)], grid)).rejects.toThrow('down');
  });
});

describe('a scope', () => {
  const toolkits = ['@lab/grid', '@else/grid', 'grid'] as ToolkitName[];
  const asked: string[] = [];
  const registry = (name: string): Registry => ({
    name,
    packument: (toolkit) => {
      asked.push(`${name} ${toolkit}`);
      return Promise.resolve({ formatVersion: 1, name: toolkit, distTags: {}, versions: {} });
    },
    tarball: (toolkit) => {
      asked.push(`${name} ${toolkit}`);
      return Promise.resolve(Buffer.from(name));
    },
    search: () => Promise.resolve([]),
    names: () => Promise.resolve(toolkits),
  });
  const within = (scopes: Record<string, string>, ...free: string[]) =>
    withinScopes([registry('open'), registry('lab')], new Map(Object.entries(scopes)), new Set(free));

  it('is looked for in its own registry only, and no other learns its names', async () => {
    asked.length = 0;
    const all = within({ '@lab': 'lab' });
    const from = await Promise.all(
      toolkits.map(async (name) => (await findToolkit(all, name))?.registry.name),
    );
    expect(from).toEqual(['lab', 'open', 'open']);
    await expect(all[0]?.tarball(toolkits[0]!, '1.0.0' as Version)).rejects.toMatchObject({
      code: 'NO_VERSION',
    });
    expect(asked).toEqual(expect.not.arrayContaining(['open @lab/grid']));
    expect(await all[0]?.names()).toEqual(['@else/grid', 'grid']);
    expect(await all[1]?.names()).toEqual(toolkits);
  });

  it('does not bind a registry of the command line', async () => {
    const [first] = within({ '@lab': 'lab' }, 'open');
    expect(await first?.packument(toolkits[0]!)).toBeDefined();
  });

  it('of a registry that is not there is a fault', () => {
    expect(codeOf(() => within({ '@lab': 'gone' }))).toBe('BAD_SETTINGS');
  });
});
