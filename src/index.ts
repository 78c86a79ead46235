import { evaluationFormats } from './evaluation-formats.ts';
import { loadoutFormats } from './loadout/index.ts';
import { lockFormats } from './lockfile/index.ts';
import { settingsFormats } from './machine/index.ts';
import { toolkitFormats } from './manifest/index.ts';
import { registryFormats } from './registry/index.ts';
import { archiveFormats } from './workflow/index.ts';

export { ToolbaseError } from './kernel/index.ts';
export { Loadout } from './loadout/index.ts';
export { decodeLock, encodeLock, Lock } from './lockfile/index.ts';
export { ToolkitManifest } from './manifest/index.ts';

/** The zod schema of every persisted format, by the name of its JSON Schema in `schemas/`. */
export const formats = {
  ...toolkitFormats,
  ...loadoutFormats,
  ...lockFormats,
  ...settingsFormats,
  ...registryFormats,
  ...settingsFormats,
  ...archiveFormats,
  ...evaluationFormats,
};
