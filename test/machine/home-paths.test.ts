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

test('without it each thing is in its XDG folder, and a relative one counts as none', () => {
  const XDG = { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' };
  expect(homePaths({ HOME: '/home/ada', ...XDG })).toEqual({
    store: '/d/toolbase/store',
    registry: '/d/toolbase/registry',
    settingsFile: '/c/toolbase/settings.yaml',
    state: '/s/toolbase',
    cache: '/k/toolbase',
  });
  expect(homePaths({ HOME: '/home/ada', XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: './s' })).toEqual({
    store: '/home/ada/.local/share/toolbase/store',
    registry: '/home/ada/.local/share/toolbase/registry',
    settingsFile: '/home/ada/.config/toolbase/settings.yaml',
    state: '/home/ada/.local/state/toolbase',
    cache: '/home/ada/.cache/toolbase',
  });
});

test('a relative TOOLBASE_HOME is refused, since it would be another folder in every directory', () => {
  for (const given of ['relative', './a', '~/a'])
    expect(() => homePaths({ TOOLBASE_HOME: given, HOME: '/home/ada' })).toThrow(/not an absolute path/);
});
