export { diffLocks } from './diff-locks.ts';
export { diffManifests, ManifestDiff } from './diff-manifests.ts';
export { diffDigest, LockDiff } from './lock-diff.ts';
export { predecessorOf, versionAfter } from './version-step.ts';
