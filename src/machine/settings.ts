import { z } from 'zod';
import { KebabName, parseStrictYaml, parseWith, ToolkitName } from '../kernel/index.ts';
import { SettingName } from '../manifest/index.ts';

/** A path: absolute, `~/…`, or relative to the folder of the file it is written in. */
const PathText = z.string().min(1).max(4096);

export const SettingValue = z.union([z.string().max(10_000), z.number(), z.boolean()]);
export type SettingValue = z.output<typeof SettingValue>;

/** Machine settings: the user's `settings.yaml`, and `toolbase.yaml` and `toolbase.local.yaml` of a project. */
export const Settings = z.strictObject({
  formatVersion: z.literal(1),
  /** Registries by name, looked through in this order. */
  registries: z.record(KebabName, z.strictObject({ directory: PathText })).default({}),
  toolkits: z
    .record(
      ToolkitName,
      z.strictObject({
        settings: z.record(SettingName, SettingValue).default({}),
        /** Paths of external programs. */
        externals: z.record(KebabName, PathText).default({}),
      }),
    )
    .default({}),
});
export type Settings = z.output<typeof Settings>;

/** Reads the text of a settings file. @param label names the source in messages
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS */
export const decodeSettings = (text: string, label: string): Settings =>
  parseWith(Settings, parseStrictYaml(text, label), label, 'BAD_SETTINGS');

/** Persisted formats of this module, by the name of their JSON Schema. */
export const settingsFormats = { settings: Settings };
