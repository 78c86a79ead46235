import { meantHint, ToolbaseError, type ToolkitName } from '../kernel/index.ts';
import type { Packument } from './packument.ts';
import type { Registry } from './registry.ts';

export interface FoundToolkit {
  readonly registry: Registry;
  readonly packument: Packument;
}

/** The first registry in order that has the toolkit; its versions are the only ones that count. Versions of two
 * registries are never mixed: whoever may publish in one would decide for the names of another.
 * A registry that cannot be asked is an error, not a registry that lacks the toolkit.
 * @param only name of the one registry to look in
 * @throws ToolbaseError NOT_FOUND when no registry is called `only`; REGISTRY_UNAVAILABLE, BAD_REGISTRY */
export async function findToolkit(
  registries: readonly Registry[],
  name: ToolkitName,
  only?: string,
): Promise<FoundToolkit | undefined> {
  const asked = only === undefined ? registries : [registryNamed(registries, only)];
  for (const registry of asked) {
    const packument = await registry.packument(name);
    if (packument !== undefined) return { registry, packument };
  }
  return undefined;
}

/** That none of them has it, and which were asked: a scope, or the loadout, may send a name to one registry only.
 * @param only as of `findToolkit` */
export function notFoundWords(name: ToolkitName, registries: readonly Registry[], only?: string): string {
  const asked = registries
    .filter((registry) => registry.looksFor?.(name) !== false && (only ?? registry.name) === registry.name)
    .map((registry) => registry.name);
  const named = asked.length === 0 ? 'none was asked' : `asked: ${[...new Set(asked)].join(', ')}`;
  return `no registry has a toolkit ${name} (${named})`;
}

/** @throws ToolbaseError NOT_FOUND */
export function registryNamed<R extends Registry>(registries: readonly R[], name: string): R {
  const found = registries.find((registry) => registry.name === name);
  if (found !== undefined) return found;
  const known = registries.map((registry) => registry.name);
  throw new ToolbaseError('NOT_FOUND', `no registry is called ${JSON.stringify(name)}`, {
    hint: `${meantHint(name, known)} Others are named in the settings, under \`registries:\`.`,
  });
}
