export { approvedBy, withApprovals, withOperations } from './approvals.ts';
export {
  buildLock,
  type LinkedSource,
  linkedToolkit,
  lockedOperation,
  lockedSkills,
  lockedToolkit,
  type LockSource,
  ownWording,
  type PublishedSource,
} from './build-lock.ts';
export { type ExposedPrompt, exposedPrompts } from './exposed-prompts.ts';
export { type ExposedTool, exposedTools } from './exposed-tools.ts';
export type { JobAction } from './job-tools.ts';
export { givesLock } from './gives-lock.ts';
export { decodeLock } from './decode-lock.ts';
export {
  diffDigest,
  diffLocks,
  diffManifests,
  LockDiff,
  ManifestDiff,
  predecessorOf,
  versionAfter,
} from './diff/index.ts';
export { encodeLock } from './encode-lock.ts';
export {
  type LinkedToolkit,
  Lock,
  type LockedEnvironment,
  LockedOperation,
  type LockedSkill,
  LockedToolkit,
  ToolObject,
} from './lock.ts';
export { lockFormats } from './lock-formats.ts';
export { loadoutDigest } from './lock-digests.ts';
export { linkedNames, refuseLinked, toolkitIn, toolkitsOf } from './toolkits-of.ts';
export { typesOf } from './types/index.ts';
