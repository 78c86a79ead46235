import { readLock } from '../../lockfile/io/index.ts';
import { type LiveReport, liveReport } from '../live-report.ts';
import { askHosts, type LiveSurroundings } from './ask-hosts.ts';

/** Checks what the hosts of a lock publish now against the lock. Starts each of them; changes nothing.
 * @throws ToolbaseError NOT_FOUND, LOCK_CONFLICT, LOCK_VERSION, LOCK_DAMAGED */
export async function verifyLive(lockFile: string, around: LiveSurroundings): Promise<LiveReport> {
  const lock = await readLock(lockFile);
  return liveReport(lock, await askHosts(lock, around)).report;
}
