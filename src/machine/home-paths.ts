import path from 'node:path';
import { ToolbaseError } from '../kernel/index.ts';

/** Where everything of one user lives. All paths are absolute. */
export interface HomePaths {
  /** Content-addressed store of installed toolkits. */
  readonly store: string;
  /** The user's own directory registry, named `local`. */
  readonly registry: string;
  readonly settingsFile: string;
  /** Call logs and other records of use. */
  readonly state: string;
  readonly cache: string;
}

/** Paths by `TOOLBASE_HOME`, else by the XDG Base Directory Specification (0.8).
 * @throws ToolbaseError NO_HOME when neither `TOOLBASE_HOME` nor an absolute `HOME` is set, or the former is relative */
export function homePaths(env: Readonly<Record<string, string | undefined>>): HomePaths {
  const given = env['TOOLBASE_HOME'];
  const own = absolute(given);
  if (given !== undefined && given !== '' && own === undefined) throw relativeHome(given);
  if (own !== undefined) return under(own, own, path.join(own, 'state'), path.join(own, 'cache'));
  const home = absolute(env['HOME']);
  if (home === undefined) throw noHome();
  const xdg = (variable: string, fallback: string): string =>
    path.join(absolute(env[variable]) ?? path.join(home, fallback), 'toolbase');
  return under(
    xdg('XDG_DATA_HOME', '.local/share'),
    xdg('XDG_CONFIG_HOME', '.config'),
    xdg('XDG_STATE_HOME', '.local/state'),
    xdg('XDG_CACHE_HOME', '.cache'),
  );
}

const noHome = (): ToolbaseError =>
  new ToolbaseError('NO_HOME', 'there is no home directory: HOME is not set to an absolute path', {
    hint: 'Set TOOLBASE_HOME to a directory that toolbase may write.',
  });

const relativeHome = (given: string): ToolbaseError =>
  new ToolbaseError('NO_HOME', `TOOLBASE_HOME is ${JSON.stringify(given)}, which is not an absolute path`, {
    hint: 'It would mean another folder in every directory. Write the whole path.',
  });

const absolute = (value: string | undefined): string | undefined =>
  value !== undefined && path.isAbsolute(value) ? path.normalize(value) : undefined;

const under = (data: string, config: string, state: string, cache: string): HomePaths => ({
  store: path.join(data, 'store'),
  registry: path.join(data, 'registry'),
  settingsFile: path.join(config, 'settings.yaml'),
  state,
  cache,
});
