import { z } from 'zod';
import { ToolkitName } from '../kernel/index.ts';
import { loadoutTexts, Range, ToolkitRequest } from './loadout.ts';

/** A loadout beside this one or elsewhere, from the folder of this one. */
const LoadoutPath = z
  .string()
  .max(400)
  .refine(
    (path) => /\.ya?ml$/.test(path) && !/^\/|[\\\p{Cc}]|^[a-z][a-z0-9+.-]*:/iu.test(path),
    'must be the relative path of a loadout, such as base.yaml or ../base.yaml',
  );

/** As in a loadout, but what is not said is inherited. */
const PartialRequest = ToolkitRequest.partial({ version: true });

/** `loadout.yaml` as it is written. A string is short for `{version: …}`. */
export const LoadoutFile = z.strictObject({
  ...loadoutTexts,
  /** Loadouts whose contents count where this one says nothing; later ones before earlier ones. */
  extends: z.union([LoadoutPath.transform((path) => [path]), z.array(LoadoutPath).max(16)]).optional(),
  /** Toolkits of the extended loadouts to take nothing of. */
  exclude: z.array(ToolkitName).max(1000).optional(),
  toolkits: z
    .record(
      ToolkitName,
      z.union(
        [Range.transform((version): z.output<typeof PartialRequest> => ({ version })), PartialRequest],
        {
          error:
            'must be a version range in quotes, or a map with version or path, as, bundles, operations and so on',
        },
      ),
    )
    .optional(),
});
export type LoadoutFile = z.output<typeof LoadoutFile>;

/** Persisted formats of this module, by the name of their JSON Schema. */
export const loadoutFormats = { loadout: LoadoutFile };
