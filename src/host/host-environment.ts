/** All that a host's environment inherits; the last two say where a toolkit may keep what it can make again. Credentials live in
 * other variables; settings and secrets reach a host by `hello`, or where the manifest of a wrapped server maps them. */
export const HOST_ENVIRONMENT = [
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'TMPDIR',
  'TZ',
  'USER',
  'TOOLBASE_HOME',
  'XDG_CACHE_HOME',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function hostEnvironment(
  inherited: Environment,
  mapped: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of HOST_ENVIRONMENT) {
    const value = inherited[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...mapped };
}
