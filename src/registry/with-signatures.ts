import type { Json, ToolkitName, Version } from '../kernel/index.ts';
import type { Registry } from './registry.ts';

/** @throws ToolbaseError for a package that is not to be used */
export type CheckSignatures = (fetched: {
  readonly name: ToolkitName;
  readonly version: Version;
  readonly registry: string;
  readonly tarball: Uint8Array;
  readonly bundles: readonly Json[];
}) => Promise<unknown>;

/** The registries, no tarball of which gets out before its signatures were looked at. */
export const withSignatures = (registries: readonly Registry[], check: CheckSignatures): Registry[] =>
  registries.map((registry) => ({
    ...registry,
    tarball: async (name, version, expected) => {
      const tarball = await registry.tarball(name, version, expected);
      const bundles = (await registry.signatures?.(name, version)) ?? [];
      await check({ name, version, registry: registry.name, tarball, bundles });
      return tarball;
    },
  }));
