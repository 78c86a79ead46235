import { z } from 'zod';
import { Alias, KebabName, OperationName, ToolkitName } from '../kernel/index.ts';
import { modelText } from '../manifest/index.ts';

const Range = z.string().min(1).max(100);

/** What a loadout takes of one toolkit. Neither bundles nor operations: everything it has. */
export const ToolkitRequest = z.strictObject({
  /** Semver range, npm's syntax. */
  version: Range,
  /** Registry by name; default: the first configured one that has the toolkit. */
  registry: KebabName.optional(),
  /** Prefix of the exposed names; `""` for none. */
  as: Alias.optional(),
  bundles: z.array(KebabName).max(100).optional(),
  operations: z.array(OperationName).max(1000).optional(),
});
export type ToolkitRequest = z.output<typeof ToolkitRequest>;

/** `loadout.yaml`: what to expose, as ranges. A string is short for `{version: …}`. */
export const Loadout = z.strictObject({
  formatVersion: z.literal(1),
  title: modelText(80).optional(),
  summary: modelText(400).optional(),
  /** Told to the model before the toolkits' own instructions. */
  instructions: modelText(2000).optional(),
  toolkits: z.record(
    ToolkitName,
    z.union([Range.transform((version): ToolkitRequest => ({ version })), ToolkitRequest], {
      error: 'must be a version range in quotes, or {version, registry, as, bundles, operations}',
    }),
  ),
});
export type Loadout = z.output<typeof Loadout>;

/** Persisted formats of this module, by the name of their JSON Schema. */
export const loadoutFormats = { loadout: Loadout };
