import { z } from 'zod';
import { KebabName } from '../../kernel/index.ts';
import {
  Bundle,
  EnvironmentDeclaration,
  SettingDeclaration,
  SettingName,
  type ToolkitManifest,
} from '../../manifest/index.ts';
import { compareRecords, type Rate } from './compare-records.ts';
import { Level } from './level.ts';
import { compareExternals, environmentLevel, ExternalChange } from './requirement-change.ts';
import { settingLevel } from './setting-level.ts';

/** A change of what a toolkit offers to loadouts (bundles) or asks of a machine (settings, externals, environments). */
export const DeclarationChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bundle'),
    level: Level,
    name: KebabName,
    before: Bundle.optional(),
    after: Bundle.optional(),
  }),
  z.strictObject({
    kind: z.literal('setting'),
    level: Level,
    name: SettingName,
    before: SettingDeclaration.optional(),
    after: SettingDeclaration.optional(),
  }),
  z.strictObject({
    kind: z.literal('environment'),
    level: Level,
    name: KebabName,
    before: EnvironmentDeclaration.optional(),
    after: EnvironmentDeclaration.optional(),
  }),
  ExternalChange,
]);
export type DeclarationChange = z.output<typeof DeclarationChange>;

/** Changed declarations of two manifests of one toolkit. */
export const compareDeclarations = (before: ToolkitManifest, after: ToolkitManifest): DeclarationChange[] => [
  ...compareRecords(before.bundles, after.bundles, bundleLevel).map((change) => ({
    kind: 'bundle' as const,
    ...change,
  })),
  ...compareRecords(before.settings, after.settings, settingLevel).map((change) => ({
    kind: 'setting' as const,
    ...change,
  })),
  ...compareExternals(before.externals, after.externals),
  ...compareRecords(before.environments, after.environments, environmentLevel).map((change) => ({
    kind: 'environment' as const,
    ...change,
  })),
];

const bundleLevel: Rate<Bundle> = (before, after) => {
  if (after === undefined) return 'major';
  if (before === undefined) return 'minor';
  if (before.operations.some((name) => !after.operations.includes(name))) return 'major';
  return after.operations.some((name) => !before.operations.includes(name)) ? 'minor' : 'patch';
};
