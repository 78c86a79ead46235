import { z } from 'zod';
import { Alias, KebabName, OperationName, ToolkitName } from '../kernel/index.ts';
import { modelText } from '../manifest/index.ts';

/** Semver range by npm's rules, or a dist-tag. */
export const Range = z.string().min(1).max(100);

/** Folder of a working tree, from the folder of the loadout. */
export const TreePath = z
  .string()
  .min(1)
  .max(400)
  .refine(
    (path) => !/^\/|[\\\p{Cc}]|^[a-z][a-z0-9+.-]*:/iu.test(path),
    'must be the relative path of a toolkit folder, such as ../grid',
  );

/** What a loadout takes of one toolkit. Neither bundles nor operations: everything it has. */
export const ToolkitRequest = z.strictObject({
  /** Of a working tree: any by default. */
  version: Range,
  /** Link the working tree there in place of a published version. */
  path: TreePath.optional(),
  /** Registry by name; default: the first configured one that has the toolkit. */
  registry: KebabName.optional(),
  /** Prefix of the exposed names; `""` for none. */
  as: Alias.optional(),
  bundles: z.array(KebabName).max(100).optional(),
  operations: z.array(OperationName).max(1000).optional(),
  /** Operations to leave out of those that the other keys expose. */
  exclude: z.array(OperationName).max(1000).optional(),
  /** Words to show a model in place of the toolkit's own. */
  reword: z.record(OperationName, z.strictObject({ description: modelText().min(1) })).optional(),
});
export type ToolkitRequest = z.output<typeof ToolkitRequest>;

/** What the keys of a loadout say, and of all loadouts that it extends. */
export const loadoutTexts = {
  formatVersion: z.literal(1),
  title: modelText(80).optional(),
  summary: modelText(400).optional(),
  /** Told to the model before the toolkits' own instructions. */
  instructions: modelText(2000).optional(),
  /** Ranges that count in place of those in which toolkits need these. */
  overrides: z.record(ToolkitName, Range).optional(),
};

/** What to expose, as ranges: one `loadout.yaml`, with all that it extends merged into it. */
export const Loadout = z.strictObject({
  ...loadoutTexts,
  toolkits: z.record(ToolkitName, ToolkitRequest),
});
export type Loadout = z.output<typeof Loadout>;
