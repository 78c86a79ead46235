import { isToolbaseError, sha256, ToolbaseError } from '../../../kernel/index.ts';
import { readTextBounded } from '../../../kernel/io/index.ts';
import { type ChangedFile, compareListings, storeChanged } from '../../compare-listings.ts';
import type { ToolkitEnvironment } from '../../environment.ts';
import { contentsDigest, type EnvironmentRecord } from '../../environment-record.ts';
import { installerVariables } from '../../installer-variables.ts';
import { environmentsFolder } from '../../store-layout.ts';
import {
  ensureEnvironment,
  type EnvironmentPlace,
  fits,
  type IsSound,
  locateEnvironment,
} from './ensure-environment.ts';
import { removeUnused, storedEnvironments } from './environment-care.ts';
import { installedAt, isAlive, listingOf, readPinned, rootOf } from './environment-places.ts';
import { listRecords, readRecord } from './environment-records.ts';
import { listEnvironment } from './list-environment.ts';
import type { Environments, EnvironmentTools } from './environments.ts';

const LISTING_MAX_BYTES = 256 * 1024 * 1024;
const BUILD_TIMEOUT_MS = 30 * 60 * 1000;

/** @see openEnvironments */
export function createEnvironments(storeDir: string, tools: EnvironmentTools): Environments {
  const place: EnvironmentPlace = {
    folder: environmentsFolder(storeDir),
    env: installerVariables(tools.env),
    pythons: tools.pythons,
    timeoutMs: tools.timeoutMs ?? BUILD_TIMEOUT_MS,
  };
  const alive: IsSound = (record) => isAlive(place.folder, record, place.env);
  const unchanged: IsSound = async (record) =>
    (await alive(record)) && (await changes(place.folder, record)) === undefined;
  return {
    async ensure(environment, { check = false, signal, onEvent } = {}) {
      const isSound = check ? unchanged : alive;
      const located = await locateEnvironment(environment, place, isSound);
      return ensureEnvironment(located, environment.label, place, { isSound, signal, onEvent });
    },
    async stateOf(environment) {
      const { present, sound } = await locateEnvironment(environment, place, unchanged);
      return sound ? 'present' : present === undefined ? 'missing' : 'changed';
    },
    find: async (environment) => installedAt(place.folder, await findRecord(environment, place, alive)),
    async verify(environment) {
      const record = await findRecord(environment, place, alive);
      const changed = await changes(place.folder, record);
      if (changed !== undefined) throw storeChanged(rootOf(place.folder, record), changed);
    },
    list: () => storedEnvironments(place.folder),
    async verifyStored(key) {
      const found = await readRecord(place.folder, key);
      if (found === undefined)
        throw new ToolbaseError('NOT_INSTALLED', `there is no environment ${key} in the store`);
      const { record } = found;
      if (!(await alive(record))) throw interpreterGone(rootOf(place.folder, record), record);
      const changed = await changes(place.folder, record);
      if (changed !== undefined) throw storeChanged(rootOf(place.folder, record), changed);
    },
    removeUnused: (inUse, { dryRun = false } = {}) => removeUnused(place.folder, inUse, dryRun),
  };
}

async function findRecord(
  environment: ToolkitEnvironment,
  place: EnvironmentPlace,
  alive: IsSound,
): Promise<EnvironmentRecord> {
  const contents = contentsDigest(await readPinned(environment));
  const fitting = (await listRecords(place.folder)).filter(({ record }) =>
    fits(environment, contents, record),
  );
  for (const { record } of fitting) if (await alive(record)) return record;
  const gone = fitting.map(({ record }) => record.interpreter.version).join(', ');
  throw new ToolbaseError(
    'NOT_INSTALLED',
    `${environment.label} is not in the store${gone === '' ? '' : ` any more: its interpreter (${gone}) is gone`}`,
    { hint: 'Run `toolbase install` with the lock.' },
  );
}

/** Which files of an environment differ from those that were built; undefined when none does. */
async function changes(environments: string, record: EnvironmentRecord): Promise<ChangedFile[] | undefined> {
  const found = await listEnvironment(rootOf(environments, record), 'scan');
  if (sha256(found) === record.listing) return undefined;
  try {
    const built = await readTextBounded(listingOf(environments, record), LISTING_MAX_BYTES);
    return sha256(built) === record.listing ? compareListings(built, found) : [];
  } catch (cause) {
    if (isToolbaseError(cause)) return [];
    throw cause;
  }
}

const interpreterGone = (root: string, { interpreter }: EnvironmentRecord): ToolbaseError =>
  new ToolbaseError(
    'STORE_CHANGED',
    `${root} cannot be used any more: its interpreter (${interpreter.version}) is gone or is another one`,
    { hint: 'Run `toolbase install` with the lock again: it builds a new one.' },
  );
