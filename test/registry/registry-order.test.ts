import { describe, expect, it } from 'vitest';
import { reportOf, type ToolkitName } from '../../src/kernel/index.ts';
import { findToolkit, type Packument, type Registry, registryOrder } from '../../src/registry/index.ts';

const order = (flags: string[], settings: Record<string, string> = {}) =>
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
    expect(order(['x=reg', '/abs/dir'], { lab: '/lab' })).toEqual([
      { name: 'x', directory: '/work/reg', writable: true, mustExist: true },
      { name: 'directory', directory: '/abs/dir', writable: true, mustExist: true },
      { name: 'lab', directory: '/lab', writable: true, mustExist: true },
      { name: 'local', directory: '/home/u/registry', writable: true, mustExist: false },
      { name: 'embedded', directory: '/opt/embedded', writable: false, mustExist: true },
    ]);
  });
  it('a flag moves a registry of the settings', () => {
    expect(
      order(['lab=/other'], { lab: '/lab' }).map(({ name, directory }) => `${name} ${directory}`),
    ).toEqual(['lab /other', 'local /home/u/registry', 'embedded /opt/embedded']);
  });
  it('two flags of one name, and the names of the built-in ones, are refused', () => {
    expect(codeOf(() => order(['/a', '/b']))).toBe('USAGE');
    expect(codeOf(() => order(['embedded=/a']))).toBe('USAGE');
    expect(codeOf(() => order(['']))).toBe('USAGE');
    expect(codeOf(() => order([], { local: '/a' }))).toBe('BAD_SETTINGS');
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
