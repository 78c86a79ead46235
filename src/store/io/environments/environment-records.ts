import { link, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import {
  isSystemError,
  isToolbaseError,
  parseStrictJson,
  prettyCanonicalJson,
} from '../../../kernel/index.ts';
import { atomicWrite, readTextBounded, syncFolder, tempFolder } from '../../../kernel/io/index.ts';
import { EnvironmentRecord } from '../../environment-record.ts';
import { namesIn } from './environment-places.ts';

const RECORD_MAX_BYTES = 16 * 1024;
const RECORD_NAME = /^([0-9a-f]{64})\.json$/;

export interface FoundRecord {
  /** Identity of the environment. */
  readonly key: string;
  readonly record: EnvironmentRecord;
  /** When it was last built or installed, ms since the epoch. */
  readonly usedAtMs: number;
}

const recordFile = (environments: string, key: string): string => path.join(environments, `${key}.json`);

/** All environments that were built to the end, the one installed last first. A damaged record counts for none. */
export async function listRecords(environments: string): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  for (const name of await namesIn(environments)) {
    const key = RECORD_NAME.exec(name)?.[1];
    const record = key === undefined ? undefined : await readRecord(environments, key);
    if (record !== undefined) found.push(record);
  }
  return found.sort((a, b) => b.usedAtMs - a.usedAtMs);
}

export async function readRecord(environments: string, key: string): Promise<FoundRecord | undefined> {
  const file = recordFile(environments, key);
  try {
    const text = await readTextBounded(file, RECORD_MAX_BYTES);
    const record = EnvironmentRecord.safeParse(parseStrictJson(text, file)).data;
    return record && { key, record, usedAtMs: (await stat(file)).mtimeMs };
  } catch (cause) {
    if (isToolbaseError(cause) || isSystemError(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}

/** Makes an environment exist. Of several builders the first wins, unless what it replaces is known to be broken or
 * cannot be read.
 * @returns false when another one is there already */
export async function publishRecord(
  environments: string,
  key: string,
  record: EnvironmentRecord,
  broken: EnvironmentRecord | undefined,
): Promise<boolean> {
  const temp = tempFolder(environments);
  const file = recordFile(environments, key);
  await atomicWrite(temp, prettyCanonicalJson(record));
  try {
    await link(temp, file);
  } catch (cause) {
    if (!isSystemError(cause, 'EEXIST')) throw cause;
    const present = await readRecord(environments, key);
    if (present !== undefined && present.record.folder !== broken?.folder) return false;
    await rename(temp, file);
  } finally {
    await rm(temp, { force: true });
  }
  await syncFolder(environments);
  return true;
}

/** Makes this environment the one that was installed last. */
export async function touchRecord(environments: string, key: string, nowMs: number): Promise<void> {
  try {
    await utimes(recordFile(environments, key), nowMs / 1000, nowMs / 1000);
  } catch (cause) {
    // A store that others keep is used as it is.
    if (!isSystemError(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOENT')) throw cause;
  }
}

export const removeRecord = (environments: string, key: string): Promise<void> =>
  rm(recordFile(environments, key), { force: true });
