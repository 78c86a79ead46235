import { type Digest, type ExposedName, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { approvedBy, type Lock } from '../../lockfile/index.ts';
import { readLock, writeLock } from '../../lockfile/io/index.ts';
import { liveReport } from '../live-report.ts';
import { askHosts, type LiveSurroundings } from './ask-hosts.ts';

export interface Approval {
  readonly lockFile: string;
  /** The diff that was reviewed. */
  readonly diff: Digest;
  /** Exposed names of the operations that are now as their servers publish them. */
  readonly operations: readonly ExposedName[];
  readonly before: Pick<Lock, 'interfaceDigest' | 'lockDigest'>;
  readonly after: Pick<Lock, 'interfaceDigest' | 'lockDigest'>;
}

/** Takes what wrapped servers publish now into a lock, when it is exactly what was reviewed. The hosts are asked again: a
 * server that shows one thing for review and another afterwards is refused, here and at every later start.
 * @param diff digest of the reviewed diff, as `verify --live` gives it
 * @throws ToolbaseError INTERFACE_CHANGED when the diff is another one now; CHECK_FAILED when it cannot be approved */
export async function approve(lockFile: string, diff: Digest, around: LiveSurroundings): Promise<Approval> {
  const lock = await readLock(lockFile);
  const { report, live } = liveReport(lock, await askHosts(lock, around));
  if (report.diffDigest !== diff && report.toolkits.every(({ state }) => state !== 'unknown'))
    throw notReviewed(lockFile, report.diffDigest !== undefined);
  if (report.obstacle !== undefined)
    throw new ToolbaseError('CHECK_FAILED', `the drift cannot be approved: ${report.obstacle}`, {
      hint: 'Publish a new version of the toolkit and lock it, or leave the operation out of the loadout.',
    });
  const names = new Set(report.diff?.operations.map(({ name }) => name));
  const approved = approvedBy(live, diff, names);
  await refuseChanged(lockFile, lock);
  await writeLock(lockFile, approved);
  return {
    lockFile,
    diff,
    operations: [...names],
    before: { interfaceDigest: lock.interfaceDigest, lockDigest: lock.lockDigest },
    after: { interfaceDigest: approved.interfaceDigest, lockDigest: approved.lockDigest },
  };
}

/** Starting the hosts takes long enough for somebody to write another lock meanwhile. */
async function refuseChanged(lockFile: string, lock: Lock): Promise<void> {
  if ((await readLock(lockFile)).lockDigest !== lock.lockDigest)
    throw new ToolbaseError('INTERFACE_CHANGED', `${lockFile} was changed while its hosts were asked`, {
      hint: `Review it again with \`toolbase verify ${shellWord(lockFile)} --live\`.`,
    });
}

// The digest of the other diff is not told: it would be copied without looking.
const notReviewed = (lockFile: string, differs: boolean): ToolbaseError =>
  new ToolbaseError(
    'INTERFACE_CHANGED',
    differs
      ? 'the hosts do not publish now what was reviewed: nothing was approved'
      : `the hosts publish what ${lockFile} says: there is nothing to approve`,
    { hint: `Review what they publish with \`toolbase verify ${shellWord(lockFile)} --live\`.` },
  );
