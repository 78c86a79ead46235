import { missingFor, readInstalledManifest } from '../../host/io/index.ts';
import { reportOf } from '../../kernel/index.ts';
import { type Lock, toolkitsOf } from '../../lockfile/index.ts';
import { checkFlags } from '../../machine/index.ts';
import { readMachineLayers } from '../../machine/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Store } from '../../store/io/index.ts';
import { errorText } from '../call-outcome.ts';
import type { SettingsPlaces } from './session-machine.ts';

/** Refuses values of the command line that no toolkit of the lock declares, that do not fit, or that are secrets.
 * @throws ToolbaseError USAGE, BAD_SETTINGS */
export async function checkSessionFlags(
  lock: Lock,
  store: Pick<Store, 'pathOf'>,
  { flags = { settings: [], externals: [] } }: SettingsPlaces,
): Promise<void> {
  checkFlags(await manifests(lock, store), flags);
}

/** What the toolkits of a lock lack on this machine, a line each; never throws. */
export async function missingOnMachine(
  lock: Lock,
  store: Pick<Store, 'pathOf'>,
  places: SettingsPlaces,
): Promise<string[]> {
  try {
    const layers = await readMachineLayers({ ...places, environment: process.env });
    const problems = await missingFor(await manifests(lock, store), layers);
    return problems.map((problem) => errorText(problem.report()));
  } catch (cause) {
    return [errorText(reportOf(cause))];
  }
}

const manifests = (lock: Lock, store: Pick<Store, 'pathOf'>): Promise<ToolkitManifest[]> =>
  Promise.all(
    Object.values(toolkitsOf(lock)).map(({ treeDigest }) => readInstalledManifest(store.pathOf(treeDigest))),
  );
