export { readLock, writeLock } from './lock-file.ts';
