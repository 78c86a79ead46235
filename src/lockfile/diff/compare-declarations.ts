import { z } from 'zod';
import { canonicalJson, type Json, KebabName, ordinalCompare } from '../../kernel/index.ts';
import { Bundle, SettingDeclaration, SettingName, type ToolkitManifest } from '../../manifest/index.ts';
import { compareExternals, ExternalChange } from './compare-externals.ts';
import { Level } from './level.ts';
import { settingLevel } from './setting-level.ts';

/** A change of what a toolkit offers to loadouts (bundles) or asks of a machine (settings, externals). */
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
];

function compareRecords<T extends Json>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  rate: (before: T | undefined, after: T) => Level,
) {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].sort(ordinalCompare).flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
    if (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now)) return [];
    const level: Level = now === undefined ? 'major' : rate(old, now);
    return [
      {
        level,
        name,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}

function bundleLevel(before: Bundle | undefined, after: Bundle): Level {
  if (before === undefined) return 'minor';
  if (before.operations.some((name) => !after.operations.includes(name))) return 'major';
  return after.operations.some((name) => !before.operations.includes(name)) ? 'minor' : 'patch';
}
