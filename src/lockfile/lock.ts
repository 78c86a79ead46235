import { z } from 'zod';
import {
  Digest,
  ExposedName,
  Integrity,
  KebabName,
  OperationName,
  PackagePath,
  ToolkitName,
  Version,
} from '../kernel/index.ts';
import {
  Effects,
  ExternalDeclaration,
  PortableSchema,
  ToolAnnotations,
  UpstreamDigests,
} from '../manifest/index.ts';

/** The tool object exactly as `tools/list` sends it. */
export const ToolObject = z.strictObject({
  name: ExposedName,
  title: z.string().optional(),
  description: z.string(),
  inputSchema: PortableSchema,
  outputSchema: PortableSchema.optional(),
  annotations: ToolAnnotations,
});
export type ToolObject = z.output<typeof ToolObject>;

export const LockedOperation = z.strictObject({
  toolkit: ToolkitName,
  operation: OperationName,
  upstreamName: z.string().optional(),
  effects: Effects,
  maxResultBytes: z.number().int().positive().optional(),
  upstreamDigests: UpstreamDigests.optional(),
  tool: ToolObject,
});
export type LockedOperation = z.output<typeof LockedOperation>;

export const LockedToolkit = z.strictObject({
  version: Version,
  /** Registry by name; machine settings say where it is. */
  registry: KebabName,
  /** Of the tarball: transport. */
  integrity: Integrity,
  /** Of the unpacked files: identity. */
  treeDigest: Digest,
  hostKind: z.enum(['node', 'mcp', 'exec']),
  externals: z.record(KebabName, ExternalDeclaration),
  /** Ranges of the toolkits it depends on. */
  dependencies: z.record(ToolkitName, z.string()),
});
export type LockedToolkit = z.output<typeof LockedToolkit>;

export const LockedSkill = z.strictObject({
  toolkit: ToolkitName,
  name: KebabName,
  description: z.string(),
  path: PackagePath,
  digest: Digest,
});
export type LockedSkill = z.output<typeof LockedSkill>;

/** `x.lock` beside `x.yaml`: what is exposed, exactly. Nothing of one machine is in it. */
export const Lock = z.strictObject({
  formatVersion: z.literal(1),
  /** Digest of the loadout it was made from: says whether the lock is stale. */
  loadoutDigest: Digest,
  toolkits: z.record(ToolkitName, LockedToolkit),
  /** By exposed name. */
  operations: z.record(ExposedName, LockedOperation),
  /** Sorted by toolkit and name. */
  skills: z.array(LockedSkill),
  instructions: z.string(),
  /** sha256 of `toolbase-interface-v1\n` + RFC 8785 of {instructions, skills: digests, tools}: all a client receives. */
  interfaceDigest: Digest,
  /** sha256 of `toolbase-lock-v1\n` + RFC 8785 of everything else in this file. */
  lockDigest: Digest,
});
export type Lock = z.output<typeof Lock>;
