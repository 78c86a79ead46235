export { atomicWrite, syncFolder } from './atomic-write.ts';
export { readBounded, readTextBounded } from './read-bounded.ts';
