export { atomicWrite, notWritable, syncFolder } from './atomic-write.ts';
export { isFolder } from './is-folder.ts';
export { linkTarget } from './link-target.ts';
export { isRunning } from './is-running.ts';
export { makeFolder } from './make-folder.ts';
export { processFolder } from './process-folder.ts';
export { readBounded, readTextBounded } from './read-bounded.ts';
export { readTextOrPipe } from './read-text-or-pipe.ts';
export {
  discardFolder,
  isTempName,
  removeFolder,
  removeStaleTemps,
  STALE_AFTER_MS,
  tempFolder,
} from './temp-folder.ts';
export { onTrace, trace, type TraceEvent } from './trace.ts';
export { withFileLock } from './with-file-lock.ts';
export { findProgram, isProgram } from './find-program.ts';
