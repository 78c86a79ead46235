import path from 'node:path';
import { meantHint, shellWord, ToolbaseError } from '../kernel/index.ts';
import { readLock } from '../lockfile/io/index.ts';
import {
  type MachineLayers,
  type NamedInSettings,
  parseValueName,
  type ValueName,
} from '../machine/index.ts';
import { readMachineLayers, type SettingsPlace } from '../machine/io/index.ts';
import { openStore } from '../store/io/index.ts';
import { manifestsOf, newestInstalled } from '../workflow/io/index.ts';
import { HERE, ownPaths } from './registries.ts';

/** What counts on this machine for a lock, or for the folder one is in. */
export interface SettingsView {
  readonly place: SettingsPlace;
  readonly layers: MachineLayers;
  readonly lockFile: string | undefined;
  /** Declarations by toolkit: of the lock, else of the newest version that is installed; undefined for a toolkit of the
   * lock that is not installed. */
  readonly declared: ReadonlyMap<string, NamedInSettings | undefined>;
}

/** Reads the settings and what the toolkits declare. @throws ToolbaseError as readLock and readMachineLayers do */
export async function viewSettings(lockFile: string | undefined): Promise<SettingsView> {
  const { settingsFile, store } = ownPaths();
  const place = { settingsFile, startDir: path.dirname(path.resolve(lockFile ?? HERE)) };
  const lock = lockFile === undefined ? undefined : await readLock(lockFile);
  const layers = await readMachineLayers({ ...place, environment: process.env });
  const trees = openStore(store);
  const declared = lock === undefined ? await newestInstalled(trees) : await manifestsOf(lock, trees);
  return { place, layers, lockFile, declared };
}

type Named = { which: ValueName; toolkit: NamedInSettings | undefined };

/** The value that `<toolkit>.<name>` means, declared or not, with the declarations of its toolkit if they are at hand.
 * @param external says that an external is meant, where a setting has the same name or nobody declares it
 * @throws ToolbaseError USAGE for a toolkit that the lock has not, NOT_INSTALLED */
export function anyValue(view: SettingsView, text: string, external: boolean): Named {
  const { toolkit: owner, name } = parseValueName(text);
  const toolkit = view.declared.get(owner);
  if (toolkit === undefined && view.lockFile !== undefined) throw unknownToolkit(view, owner, view.lockFile);
  const isExternal =
    external ||
    (toolkit !== undefined &&
      !Object.hasOwn(toolkit.settings, name) &&
      Object.hasOwn(toolkit.externals, name));
  return { which: { kind: isExternal ? 'externals' : 'settings', toolkit: owner, name }, toolkit };
}

/** As anyValue, of what the toolkit declares, as far as that is known. @throws ToolbaseError USAGE with near names */
export function namedValue(view: SettingsView, text: string, external: boolean): Named {
  const named = anyValue(view, text, external);
  const { which, toolkit } = named;
  if (toolkit === undefined || Object.hasOwn(toolkit[which.kind], which.name)) return named;
  const what = which.kind === 'settings' ? 'setting' : 'external';
  throw new ToolbaseError('USAGE', `${which.toolkit} declares no ${what} ${which.name}`, {
    hint: meantHint(which.name, Object.keys({ ...toolkit.settings, ...toolkit.externals })),
  });
}

function unknownToolkit({ declared }: SettingsView, name: string, lockFile: string): ToolbaseError {
  if (declared.has(name))
    return new ToolbaseError('NOT_INSTALLED', `${name} is not installed, so its settings are not known`, {
      hint: `Run \`toolbase install ${shellWord(lockFile)}\`.`,
    });
  return new ToolbaseError('USAGE', `${lockFile} has no toolkit ${name}`, {
    hint: meantHint(name, [...declared.keys()]),
  });
}
