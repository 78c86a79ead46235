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
import { TreePath } from '../loadout/index.ts';
import {
  Effects,
  ExternalDeclaration,
  Limits,
  modelText,
  PortableSchema,
  Procedure,
  ToolAnnotations,
  UpstreamDigests,
} from '../manifest/index.ts';

/** Of the loadout and all toolkits together, in UTF-16 code units. */
export const INSTRUCTIONS_MAX = 50_000;

/** The tool object exactly as `tools/list` sends it. */
export const ToolObject = z.strictObject({
  name: ExposedName,
  title: modelText(80).optional(),
  description: modelText().min(1),
  inputSchema: PortableSchema,
  outputSchema: PortableSchema.optional(),
  annotations: ToolAnnotations,
});
export type ToolObject = z.output<typeof ToolObject>;

/** The tools by which a long operation runs as a job, so that a client that does not wait long can use it. */
export const LockedJob = z.strictObject({ start: ToolObject, follow: ToolObject });
export type LockedJob = z.output<typeof LockedJob>;

export const LockedOperation = z.strictObject({
  toolkit: ToolkitName,
  operation: OperationName,
  upstreamName: z.string().max(128).optional(),
  effects: Effects,
  maxResultBytes: z.number().int().positive().optional(),
  limits: Limits.optional(),
  upstreamDigests: UpstreamDigests.optional(),
  /** The toolkit's own description, where the loadout shows a model another one. */
  ownDescription: modelText().min(1).optional(),
  /** The diff by whose approval the interface is what the wrapped server published then, not what the toolkit's files say. */
  approvedDiff: Digest.optional(),
  tool: ToolObject,
  /** Of a long operation only. */
  job: LockedJob.optional(),
});
export type LockedOperation = z.output<typeof LockedOperation>;

/** What a toolkit's host needs installed beside it: the file in its tree that pins the packages. */
export const LockedEnvironment = z.strictObject({ kind: z.enum(['python', 'npm']), sha256: Digest });
export type LockedEnvironment = z.output<typeof LockedEnvironment>;

const installed = {
  version: Version,
  /** Of the unpacked files: identity. */
  treeDigest: Digest,
  hostKind: z.enum(['node', 'mcp', 'exec']),
  externals: z.record(KebabName, ExternalDeclaration),
  environments: z.record(KebabName, LockedEnvironment),
  /** Ranges of the toolkits it depends on. */
  dependencies: z.record(ToolkitName, z.string().max(100)),
};

export const LockedToolkit = z.strictObject({
  ...installed,
  /** Registry by name; machine settings say where it is. */
  registry: KebabName,
  /** Of the tarball: transport. */
  integrity: Integrity,
});
export type LockedToolkit = z.output<typeof LockedToolkit>;

/** A toolkit taken from a working tree: nothing that anybody else could get. */
export const LinkedToolkit = z.strictObject({
  ...installed,
  linked: z.literal(true),
  /** Folder of the working tree, from the lock's own folder. */
  path: TreePath,
});
export type LinkedToolkit = z.output<typeof LinkedToolkit>;

export const LockedSkill = z.strictObject({
  toolkit: ToolkitName,
  name: KebabName,
  description: modelText(1024).min(1),
  path: PackagePath,
  digest: Digest,
  procedures: z.array(Procedure).min(1).max(50).optional(),
});
export type LockedSkill = z.output<typeof LockedSkill>;

/** `x.lock` beside `x.yaml`: what is exposed, exactly. Nothing of one machine is in it. */
export const Lock = z.strictObject({
  formatVersion: z.literal(1),
  /** Digest of the loadout it was made from: says whether the lock is stale. */
  loadoutDigest: Digest,
  toolkits: z.record(ToolkitName, LockedToolkit),
  /** Toolkits of working trees, apart from the locked ones and never among them; absent for none. */
  linked: z.record(ToolkitName, LinkedToolkit).optional(),
  /** By exposed name. */
  operations: z.record(ExposedName, LockedOperation),
  /** Sorted by toolkit and name. */
  skills: z.array(LockedSkill),
  instructions: modelText(INSTRUCTIONS_MAX),
  /** sha256 of `toolbase-interface-v1\n` + RFC 8785 of {instructions, skills: digests, tools, prompts where there are
   * some}: all a client receives. */
  interfaceDigest: Digest,
  /** sha256 of `toolbase-lock-v1\n` + RFC 8785 of everything else in this file. */
  lockDigest: Digest,
});
export type Lock = z.output<typeof Lock>;
