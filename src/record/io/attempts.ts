import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, isToolbaseError, prettyCanonicalJson, ToolbaseError } from '../../kernel/index.ts';
import { atomicWrite, readTextBounded, syncFolder, makeFolder } from '../../kernel/io/index.ts';
import { type AttemptDraft, type AttemptRecord, decodeAttempt, sealed } from '../attempt.ts';
import { type TrialId } from '../identity.ts';
import { recordPaths } from './record-paths.ts';

const ATTEMPT_MAX_BYTES = 16_000_000;

/** An attempt that was interrupted or damaged, and where it was put. */
export type Quarantined = {
  readonly trial: string;
  readonly attempt: string;
  readonly reason: string;
  readonly movedTo: string;
};

/** Every sealed attempt of a trial, first to last. Damaged ones are moved to the quarantine and told through `onTorn`,
 * so that they are run again and never silently skipped. */
export async function sealedAttempts(
  out: string,
  trial: TrialId,
  onTorn: (torn: Quarantined) => void,
): Promise<AttemptRecord[]> {
  const folder = recordPaths(out).attempts(trial);
  const found: AttemptRecord[] = [];
  for (const name of await namesIn(folder)) {
    try {
      found.push(await readAttempt(path.join(folder, name), trial, name));
    } catch (fault) {
      if (!isToolbaseError(fault) || fault.exitStatus === 3) throw fault;
      onTorn(await quarantine(out, path.join(folder, name), trial, name, fault.message));
    }
  }
  return found.sort((a, b) => a.attempt - b.attempt);
}

async function readAttempt(folder: string, trial: TrialId, name: string): Promise<AttemptRecord> {
  const file = path.join(folder, 'attempt.json');
  const record = decodeAttempt(await readTextBounded(file, ATTEMPT_MAX_BYTES), file);
  if (record.trial !== trial || String(record.attempt) !== name)
    throw new ToolbaseError('BAD_RECORD', `${file} belongs to attempt ${record.attempt} of ${record.trial}`);
  return record;
}

/** Moves everything that an interrupted run left unsealed to the quarantine. */
export async function quarantineInterrupted(out: string): Promise<Quarantined[]> {
  const { running } = recordPaths(out);
  const moved: Quarantined[] = [];
  for (const name of await namesIn(running)) {
    const [trial = name, attempt = '?'] = name.split('.');
    moved.push(
      await quarantine(out, path.join(running, name), trial, attempt, 'it was interrupted before its end'),
    );
  }
  return moved;
}

/** How many attempts at each trial are in the quarantine; trials without any are not in the map. */
export async function quarantinedAttempts(out: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const name of await namesIn(recordPaths(out).quarantine)) {
    const [trial = name] = name.split('.');
    counts.set(trial, (counts.get(trial) ?? 0) + 1);
  }
  return counts;
}

/** Moves a sealed attempt, of which something else than the record was changed, to the quarantine. */
export const quarantineAttempt = async (
  out: string,
  { trial, attempt }: AttemptRecord,
  reason: string,
): Promise<Quarantined> =>
  await quarantine(out, recordPaths(out).attempt(trial, attempt), trial, String(attempt), reason);

async function quarantine(
  out: string,
  from: string,
  trial: string,
  attempt: string,
  reason: string,
): Promise<Quarantined> {
  const folder = recordPaths(out).quarantine;
  await makeFolder(folder);
  const taken = new Set(await namesIn(folder));
  let name = `${trial}.${attempt}`;
  for (let n = 2; taken.has(name); n += 1) name = `${trial}.${attempt}.${n}`;
  const movedTo = path.join(folder, name);
  await rename(from, movedTo);
  await syncFolder(folder);
  return { trial, attempt, reason, movedTo };
}

/** Number of the next attempt: above every one that was sealed or quarantined. */
export async function nextAttemptNumber(out: string, trial: TrialId): Promise<number> {
  const paths = recordPaths(out);
  const quarantined = (await namesIn(paths.quarantine))
    .filter((name) => name.startsWith(`${trial}.`))
    .map((name) => name.split('.')[1] ?? '');
  const numbers = [...(await namesIn(paths.attempts(trial))), ...quarantined]
    .map(Number)
    .filter(Number.isInteger);
  return Math.max(0, ...numbers) + 1;
}

/** Makes the folder in which an attempt is written until it is sealed. */
export async function beginAttempt(out: string, trial: TrialId, attempt: number): Promise<string> {
  const folder = path.join(recordPaths(out).running, `${trial}.${attempt}`);
  await makeFolder(path.dirname(folder));
  await mkdir(folder);
  await mkdir(path.join(folder, 'workspace'));
  return folder;
}

/** Seals an attempt: writes its record, makes all of it durable and moves the folder to its place in one rename. */
export async function sealAttempt(out: string, folder: string, draft: AttemptDraft): Promise<AttemptRecord> {
  const record = sealed(draft);
  await syncTree(folder);
  await atomicWrite(path.join(folder, 'attempt.json'), prettyCanonicalJson(record));
  const target = recordPaths(out).attempt(draft.trial, draft.attempt);
  await makeFolder(path.dirname(target));
  await rename(folder, target);
  await syncFolder(path.dirname(target));
  return record;
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(full);
    else if (entry.isFile()) await syncFile(full);
  }
  await syncFolder(folder);
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    throw cause;
  }
}
