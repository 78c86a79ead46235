import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../../../kernel/index.ts';
import { notWritable, removeFolder } from '../../../kernel/io/index.ts';
import type { StoredEnvironment, ToolkitEnvironment } from '../../environment.ts';
import { contentsDigest } from '../../environment-record.ts';
import { namesIn, readPinned } from './environment-places.ts';
import { type FoundRecord, listRecords, removeRecord } from './environment-records.ts';

/** Longer than any build takes: what is this old and belongs to no record has no owner. */
const STALE_AFTER_MS = 24 * 3600 * 1000;

/** All environments that were built to the end, the one installed last first. */
export const storedEnvironments = async (environments: string): Promise<StoredEnvironment[]> =>
  (await listRecords(environments)).map((found) => storedAt(environments, found));

const storedAt = (environments: string, { key, record, usedAtMs }: FoundRecord): StoredEnvironment => ({
  key,
  kind: record.kind,
  interpreter: record.interpreter,
  folder: path.join(environments, record.folder),
  installedAt: new Date(usedAtMs).toISOString(),
});

/** @see Environments.removeUnused */
export async function removeUnused(
  environments: string,
  inUse: readonly ToolkitEnvironment[],
  dryRun: boolean,
): Promise<StoredEnvironment[]> {
  const kept = new Set<string>();
  for (const environment of inUse) kept.add(contentsDigest(await readPinned(environment)));
  const records = await listRecords(environments);
  const unused = records.filter(({ record }) => !kept.has(record.contents));
  const removed = unused.map((found) => storedAt(environments, found));
  if (dryRun) return removed;
  const owned = new Set(records.flatMap(({ key, record }) => [`${key}.json`, record.folder]));
  try {
    for (const { key, record } of unused) {
      await removeRecord(environments, key);
      await removeFolder(path.join(environments, record.folder));
    }
    for (const name of await namesIn(environments))
      if (!owned.has(name)) await removeIfStale(path.join(environments, name));
  } catch (cause) {
    throw notWritable(environments, cause);
  }
  return removed;
}

async function removeIfStale(place: string): Promise<void> {
  try {
    const found = await stat(place);
    if (Date.now() - found.mtimeMs < STALE_AFTER_MS) return;
    await (found.isDirectory() ? removeFolder(place) : rm(place, { force: true }));
  } catch (cause) {
    if (!isSystemError(cause, 'ENOENT')) throw cause;
  }
}
