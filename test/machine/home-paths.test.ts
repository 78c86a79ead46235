import { expect, test } from 'vitest';
import { homePaths } from '../../src/machine/index.ts';

test('TOOLBASE_HOME holds everything, and stands before the XDG folders', () => {
  expect(homePaths({ TOOLBASE_HOME: '/lab/tb', HOME: '/home/ada', XDG_DATA_HOME: '/data' })).toEqual({
    store: '/lab/tb/store',
    registry: '/lab/tb/registry',
    settingsFile: '/lab/tb/settings.yaml',
    state: '/lab/tb/state',
    cache: '/lab/tb/cache',
  });
  expect(homePaths({ TOOLBASE_HOME: '', HOME: '/home/ada', XDG_DATA_HOME: '/data' }).store).toBe(
    '/data/toolbase/store',
  );
});

test('a relative TOOLBASE_HOME is refused, since it would be another folder in every directory', () => {
  for (const given of ['relative', './a', '~/a'])
    expect(() => homePaths({ TOOLBASE_HOME: given, HOME: '/home/ada' })).toThrow(/not an absolute path/);
});
