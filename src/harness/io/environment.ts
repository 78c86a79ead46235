/** What a server or an agent program may know of our environment. Everything else, keys and tokens above all, stays here. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
];

/** The allow-listed part of an environment. `TOOLBASE_…` is passed on, since machine settings may be given there. */
export const passedEnvironment = (all: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (PASSED_ON.includes(entry[0]) || entry[0].startsWith('TOOLBASE_')),
    ),
  );
