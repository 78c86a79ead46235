import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Digest, hexOf, isSystemError } from '../../kernel/index.ts';
import { isRunning } from '../../kernel/io/index.ts';
import { type LogFile, planCallLogPruning } from '../call-log-pruning.ts';
import { readCallLogFile } from './read-call-log.ts';

export interface PrunedCallLogs {
  readonly removedLogs: number;
  readonly keptLogs: number;
  /** Kept arguments, results and input files that no log which stays has. */
  readonly removedObjects: number;
  readonly sizeBytes: number;
}

const OBJECT_NAME = /^[0-9a-f]{64}$/;

/** Removes the call logs of sessions that are long over, with what their hosts printed, and what was recorded for them
 * alone. While a session runs, what was recorded stays.
 * @param folder of the call logs of this user; one that is not there holds none
 * @throws ToolbaseError FILE_TOO_LARGE for a log too large to be looked through; then nothing is removed */
export async function pruneCallLogs(
  folder: string,
  { untilMs, dryRun }: { readonly untilMs: number; readonly dryRun: boolean },
): Promise<PrunedCallLogs> {
  // Before the logs: what a session records from now on is not among them.
  const recorded = await filesOf(path.join(folder, 'objects'));
  const found = await filesOf(folder);
  const plan = planCallLogPruning(found, { untilMs, isRunning });
  const going = new Set(plan.files);
  const objects = plan.isInUse ? [] : await unneeded(folder, recorded, plan.keptLogs);
  const gone = [...found.filter(({ name }) => going.has(name)), ...objects];
  if (!dryRun) await Promise.all(gone.map(({ name }) => rm(path.join(folder, name), { force: true })));
  return {
    removedLogs: plan.removedLogs,
    keptLogs: plan.keptLogs.length,
    removedObjects: objects.length,
    sizeBytes: gone.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

/** Recorded objects that none of the logs has; names from `folder`. */
async function unneeded(
  folder: string,
  recorded: readonly LogFile[],
  logs: readonly string[],
): Promise<LogFile[]> {
  const objects = recorded.filter(({ name }) => OBJECT_NAME.test(name));
  if (objects.length === 0) return [];
  const needed = new Set<string>();
  const need = (digest: Digest | null): unknown => digest !== null && needed.add(hexOf(digest));
  for (const log of logs)
    for (const line of (await readCallLogFile(path.join(folder, log))).lines)
      for (const digest of [
        line.argumentsDigest,
        line.resultDigest,
        ...line.reads.map(({ digest }) => digest),
      ])
        need(digest);
  return objects
    .filter(({ name }) => !needed.has(name))
    .map((object) => ({ ...object, name: path.join('objects', object.name) }));
}

/** Files that go meanwhile are left out: another process may be removing them too. */
async function filesOf(folder: string): Promise<LogFile[]> {
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) => ({ name, stat: await statOf(path.join(folder, name)) })),
  );
  return found.flatMap(({ name, stat }) =>
    stat?.isFile() === true ? [{ name, modifiedMs: stat.mtimeMs, sizeBytes: stat.size }] : [],
  );
}

async function statOf(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return [];
    throw cause;
  }
}
