import { ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import type { Registry } from './registry.ts';

/** The registries, each of which has a toolkit of a scope only if the scope is its own or nobody's. The others are not
 * even asked: they do not learn the name, and nobody can put a toolkit of that name there in place of the right one.
 * @param scopes names of registries by scope, such as `@lab`
 * @param free names of registries that have all that they have: those of the command line
 * @throws ToolbaseError BAD_SETTINGS when a scope is of a registry that is not there */
export function withinScopes<R extends Registry>(
  registries: readonly R[],
  scopes: ReadonlyMap<string, string>,
  free: ReadonlySet<string>,
): R[] {
  const unknown = [...scopes].find(([, owner]) => registries.every(({ name }) => name !== owner));
  if (unknown !== undefined)
    throw new ToolbaseError(
      'BAD_SETTINGS',
      `scopes: ${unknown[0]} is of the registry ${unknown[1]}, which is not there`,
      {
        hint: 'Name it under `registries:` in the settings.',
      },
    );
  const isHidden = (registry: string, toolkit: ToolkitName): boolean => {
    const owner = scopes.get(toolkit.slice(0, Math.max(0, toolkit.indexOf('/'))));
    return owner !== undefined && owner !== registry && !free.has(registry);
  };
  return registries.map((registry) => ({
    ...registry,
    looksFor: (toolkit) => !isHidden(registry.name, toolkit),
    packument: (toolkit) =>
      isHidden(registry.name, toolkit) ? Promise.resolve(undefined) : registry.packument(toolkit),
    tarball: (toolkit, version, expected) =>
      isHidden(registry.name, toolkit)
        ? Promise.reject(
            new ToolbaseError('NO_VERSION', `${toolkit} is not looked for in the registry ${registry.name}`),
          )
        : registry.tarball(toolkit, version, expected),
    search: async (text, limit) =>
      (await registry.search(text, limit)).filter(({ name }) => !isHidden(registry.name, name)),
    signatures: async (toolkit, version) =>
      isHidden(registry.name, toolkit) ? [] : ((await registry.signatures?.(toolkit, version)) ?? []),
    names: async () => (await registry.names()).filter((toolkit) => !isHidden(registry.name, toolkit)),
  }));
}
