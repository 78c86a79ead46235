export { type CheckedLocks, openCheckedLocks } from './checked-locks.ts';
export { readLock, writeLock } from './lock-file.ts';
