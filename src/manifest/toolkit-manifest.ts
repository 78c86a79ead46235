import { z } from 'zod';
import { Digest, KebabName, OperationName, PackagePath, ToolkitName, Version } from '../kernel/index.ts';
import { Effects } from './effects.ts';
import { EnvironmentDeclaration } from './environment-declaration.ts';
import { Limits } from './limits.ts';
import { modelText } from './model-text.ts';
import { Procedure } from './procedure.ts';
import { Provenance } from './provenance.ts';
import { PortableSchema } from './portable-schema.ts';
import { ExternalDeclaration, SettingDeclaration, SettingName } from './settings-declaration.ts';
import { Bundle, HostSource, ToolkitSource } from './toolkit-source.ts';

/** Hints of MCP tool annotations, derived from the effects. */
export const ToolAnnotations = z.strictObject({
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
  idempotentHint: z.boolean(),
  openWorldHint: z.boolean(),
});
export type ToolAnnotations = z.output<typeof ToolAnnotations>;

/** Digests of each field of a wrapped tool as its own server publishes it: what drift is measured against. */
export const UpstreamDigests = z.strictObject({
  title: Digest,
  description: Digest,
  inputSchema: Digest,
  outputSchema: Digest,
  annotations: Digest,
  icons: Digest,
});
export type UpstreamDigests = z.output<typeof UpstreamDigests>;

export const Operation = z.strictObject({
  name: OperationName,
  /** Name in the wrapped server; `mcp` hosts only. */
  upstreamName: z.string().max(128).optional(),
  title: modelText(80).optional(),
  description: modelText().min(1),
  inputSchema: PortableSchema,
  /** Present only for results of at most 8192 bytes whose schema could be lowered. */
  outputSchema: PortableSchema.optional(),
  annotations: ToolAnnotations,
  effects: Effects,
  maxResultBytes: z.number().int().positive().optional(),
  limits: Limits.optional(),
  upstreamDigests: UpstreamDigests.optional(),
});
export type Operation = z.output<typeof Operation>;

export const SkillEntry = z.strictObject({
  name: KebabName,
  description: modelText(1024).min(1),
  /** Folder inside the package. */
  path: PackagePath,
  /** Digest over the folder's files. */
  digest: Digest,
  /** Its `procedures/*.md`, sorted by name; absent for none. */
  procedures: z.array(Procedure).min(1).max(50).optional(),
});
export type SkillEntry = z.output<typeof SkillEntry>;

/** `toolkit.json`: the frozen manifest inside every packed toolkit. Listing, resolving, locking and diffing read
 * it and run no code. */
export const ToolkitManifest = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('toolkit'),
  name: ToolkitName,
  version: Version,
  title: modelText(80),
  summary: modelText(400),
  instructions: modelText(2000).optional(),
  /** For `node`, `entry` is the bundled module inside the package. */
  host: HostSource,
  operations: z
    .array(Operation)
    .max(1000)
    // Of two, one would be compared and the other served.
    .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
      error: 'must have different names, not only in case',
    }),
  bundles: z.record(KebabName, Bundle),
  skills: z.array(SkillEntry),
  settings: z.record(SettingName, SettingDeclaration),
  externals: z.record(KebabName, ExternalDeclaration),
  environments: z.record(KebabName, EnvironmentDeclaration),
  toolkitDependencies: z.record(ToolkitName, z.string().max(100)),
});
export type ToolkitManifest = z.output<typeof ToolkitManifest>;

/** Persisted formats of a toolkit by the name of their JSON Schema. */
export const toolkitFormats = {
  toolkit: ToolkitSource,
  'toolkit-manifest': ToolkitManifest,
  provenance: Provenance,
};
