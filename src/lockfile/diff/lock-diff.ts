import { z } from 'zod';
import {
  Digest,
  type Digest as DigestText,
  digestOf,
  ExposedName,
  OperationName,
  ToolkitName,
} from '../../kernel/index.ts';
import { LockedOperation } from '../lock.ts';
import { LinkedDiff } from './compare-linked.ts';
import { SkillDiff } from './compare-skills.ts';
import { Level } from './level.ts';
import { OperationChange } from './operation-change.ts';
import { ToolkitDiff } from './toolkit-diff.ts';

/** Exposed name, and which operation it is; of the later lock where both have it. */
const named = { name: ExposedName, toolkit: ToolkitName, operation: OperationName, level: Level };

/** An exposed operation gained (with all that a model newly reads), lost or changed. */
export const LockedOperationDiff = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('added'), ...named, after: LockedOperation }),
  z.strictObject({ change: z.literal('removed'), ...named, before: LockedOperation }),
  z.strictObject({ change: z.literal('changed'), ...named, changes: z.array(OperationChange).min(1) }),
]);
export type LockedOperationDiff = z.output<typeof LockedOperationDiff>;

/** A model-visible text that changed, whole on both sides. */
export const TextChange = z.strictObject({ level: Level, before: z.string(), after: z.string() });

const LockIdentity = z.strictObject({ lockDigest: Digest, interfaceDigest: Digest });

/** What changed between two locks, for a reader who must decide whether to take the later one. */
export const LockDiff = z.strictObject({
  formatVersion: z.literal(1),
  before: LockIdentity,
  after: LockIdentity,
  /** The loadouts differ, so that operations may have come or gone by choice. */
  loadoutChanged: z.boolean(),
  /** Highest level of everything below, for a caller of the locked interface. */
  level: Level,
  /** Some text that a model reads changed, came or went. */
  reworded: z.boolean(),
  /** Toolkits whose version number stayed while their files changed. */
  republished: z.array(ToolkitName),
  toolkits: z.array(ToolkitDiff),
  /** Toolkits of working trees; absent when they are the same. */
  linked: z.array(LinkedDiff).min(1).optional(),
  operations: z.array(LockedOperationDiff),
  skills: z.array(SkillDiff),
  instructions: TextChange.optional(),
});
export type LockDiff = z.output<typeof LockDiff>;

/** Identity of a diff: sha256 of `toolbase-lock-diff-v1\n` and its canonical JSON, which holds both lock digests. An
 * approval that names it approves exactly the diff that was reviewed. */
export const diffDigest = (diff: LockDiff): DigestText => digestOf('toolbase-lock-diff-v1', diff);
