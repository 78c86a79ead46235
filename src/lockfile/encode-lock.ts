import { prettyCanonicalJson } from '../kernel/index.ts';
import type { Lock } from './lock.ts';

/** The text of a lock file: the one that decodeLock takes. */
export const encodeLock = (lock: Lock): string => prettyCanonicalJson(lock);
