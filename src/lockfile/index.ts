export { approvedBy, withApprovals, withOperations } from './approvals.ts';
export {
  buildLock,
  lockedOperation,
  lockedSkills,
  lockedToolkit,
  type LockSource,
  ownWording,
} from './build-lock.ts';
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
  Lock,
  type LockedEnvironment,
  LockedOperation,
  LockedToolkit,
  ToolObject,
} from './lock.ts';
export { lockFormats } from './lock-formats.ts';
export { loadoutDigest } from './lock-digests.ts';
export { typesOf } from './types/index.ts';
