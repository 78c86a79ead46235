export { atomicWrite, notWritable, syncFolder } from './atomic-write.ts';
export { readBounded, readTextBounded } from './read-bounded.ts';
export { removeFolder, removeStaleTemps, tempFolder } from './temp-folder.ts';
export { withFileLock } from './with-file-lock.ts';
