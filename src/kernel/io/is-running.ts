import { isSystemError } from '../toolbase-error.ts';

/** Whether there is a process of this number, of whatever user. It may be another than the one that was meant: numbers are
 * given anew. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return !isSystemError(cause, 'ESRCH');
  }
}
