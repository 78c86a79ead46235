import type { ToolkitName, Version } from '../kernel/index.ts';
import type { Loadout } from '../loadout/index.ts';
import type { FoundToolkit } from '../registry/index.ts';

/** A toolkit at the version that was chosen for it. */
export type Chosen = FoundToolkit & { readonly name: ToolkitName; readonly version: Version };

export const dependenciesOf = ({ packument, version }: Chosen): Readonly<Record<ToolkitName, string>> =>
  packument.versions[version]?.toolkitDependencies ?? {};

/** All ranges in which a toolkit is asked for. */
export function rangesOf(name: ToolkitName, chosen: readonly Chosen[], loadout: Loadout): string[] {
  const own = Object.hasOwn(loadout.toolkits, name) ? loadout.toolkits[name]?.version : undefined;
  const override = loadout.overrides?.[name];
  const needed = chosen.flatMap((each) => {
    const dependencies = dependenciesOf(each);
    return Object.hasOwn(dependencies, name) ? [override ?? dependencies[name] ?? '*'] : [];
  });
  return [...(own === undefined ? [] : [own]), ...needed];
}
