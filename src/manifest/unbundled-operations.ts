import type { ToolkitManifest } from './toolkit-manifest.ts';

/** Operations that no bundle of their toolkit has: a loadout that selects bundles never exposes them. None for a toolkit
 * without bundles. */
export function unbundledOperations({
  bundles,
  operations,
}: Pick<ToolkitManifest, 'bundles' | 'operations'>): string[] {
  const bundled = new Set<string>(Object.values(bundles).flatMap((bundle) => bundle.operations));
  return Object.keys(bundles).length === 0
    ? []
    : operations.map(({ name }) => name).filter((name) => !bundled.has(name));
}

/** What to say of one of them. */
export const UNBUNDLED = 'is in no bundle: a loadout that selects bundles never exposes it';
