import { z } from 'zod';
import { Digest, Integrity, KebabName, ToolkitName, Version } from '../../kernel/index.ts';
import { LockedEnvironment, LockedToolkit } from '../lock.ts';
import { Level } from './level.ts';
import { ExternalChange } from './requirement-change.ts';

const level = Level;
const HostKind = LockedToolkit.shape.hostKind;
const Dependencies = LockedToolkit.shape.dependencies;

/** One change of what a lock says of a toolkit as a whole. */
export const ToolkitChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('version'), level, before: Version, after: Version }),
  /** The same version number stands for other files: the publisher, the registry or somebody between changed it. */
  z.strictObject({
    kind: z.literal('republished'),
    level,
    version: Version,
    before: Digest,
    after: Digest,
  }),
  /** The same files in another tarball. */
  z.strictObject({ kind: z.literal('repacked'), level, before: Integrity, after: Integrity }),
  z.strictObject({ kind: z.literal('registry'), level, before: KebabName, after: KebabName }),
  z.strictObject({ kind: z.literal('host-kind'), level, before: HostKind, after: HostKind }),
  ExternalChange,
  z.strictObject({
    kind: z.literal('environment'),
    level,
    name: KebabName,
    before: LockedEnvironment.optional(),
    after: LockedEnvironment.optional(),
  }),
  z.strictObject({ kind: z.literal('dependencies'), level, before: Dependencies, after: Dependencies }),
]);
export type ToolkitChange = z.output<typeof ToolkitChange>;

/** A toolkit gained, lost or changed between two locks. */
export const ToolkitDiff = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('added'), toolkit: ToolkitName, after: LockedToolkit }),
  z.strictObject({ change: z.literal('removed'), toolkit: ToolkitName, before: LockedToolkit }),
  z.strictObject({
    change: z.literal('changed'),
    toolkit: ToolkitName,
    /** Highest of `changes`. */
    level,
    changes: z.array(ToolkitChange).min(1),
    /** The version step that its changed operations, skills and externals deserve, seen from the older version. */
    deserved: level,
    /** The step that the publisher made. */
    step: level,
    /** Whether the step is large enough. `cannot tell`: it is too small for what the locks show, but their loadouts
     * differ, and another choice of operations would show the same. */
    bump: z.enum(['sufficient', 'too small', 'cannot tell']),
  }),
]);
export type ToolkitDiff = z.output<typeof ToolkitDiff>;
