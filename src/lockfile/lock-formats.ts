import { LockDiff, ManifestDiff } from './diff/index.ts';
import { Lock } from './lock.ts';

/** Formats of this module, by the name of their JSON Schema. */
export const lockFormats = { lock: Lock, 'lock-diff': LockDiff, 'manifest-diff': ManifestDiff };
