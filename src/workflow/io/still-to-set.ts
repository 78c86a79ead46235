import { isToolbaseError, type ToolkitName } from '../../kernel/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { type MachineLayers, resolveSettings, variableName } from '../../machine/index.ts';
import { probeExternal } from '../../machine/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Store } from '../../store/io/index.ts';
import { installWords, mustBeSet, settingWords } from '../archive/index.ts';
import { installedManifest } from './installed-manifest.ts';

/** Something that a toolkit needs of this machine and does not have. */
export interface ToSet {
  readonly toolkit: ToolkitName;
  readonly kind: 'setting' | 'external';
  readonly name: string;
  /** What it is, and what is wrong with what there is. */
  readonly what: string;
  /** Environment variable that would give it. */
  readonly variable: string;
}

/** What an installed lock needs of this machine and does not get from the settings, the environment or PATH. Probes programs;
 * reads no secret. @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED */
export async function stillToSet(
  lock: Lock,
  store: Pick<Store, 'verify' | 'pathOf'>,
  layers: MachineLayers,
): Promise<ToSet[]> {
  const found: ToSet[] = [];
  for (const { treeDigest } of Object.values(lock.toolkits))
    found.push(...(await missingFor(await installedManifest(store, treeDigest), layers)));
  return found;
}

async function missingFor(manifest: ToolkitManifest, layers: MachineLayers): Promise<ToSet[]> {
  const { name: toolkit } = manifest;
  const missing: ToSet[] = [];
  for (const [name, declaration] of Object.entries(manifest.settings)) {
    const add = (what: string): void => {
      missing.push({
        toolkit,
        kind: 'setting',
        name,
        what,
        variable: variableName('settings', toolkit, name),
      });
    };
    const only = { name: toolkit, settings: { [name]: declaration }, externals: {} };
    const state = resolved(() => resolveSettings(only, layers).settings[0]);
    if (state.fault !== undefined) add(state.fault);
    else if (state.value?.origin === undefined && mustBeSet(declaration))
      add(`${declaration.title} (${settingWords(declaration)})`);
  }
  for (const [name, declaration] of Object.entries(manifest.externals)) {
    const only = { name: toolkit, settings: {}, externals: { [name]: declaration } };
    const state = resolved(() => resolveSettings(only, layers).externals[0]);
    const path = state.value?.path;
    const finding = await probeExternal({ declaration, path, environment: layers.environment });
    if (
      state.fault === undefined &&
      (finding.kind === 'found' || (declaration.optional && path === undefined))
    )
      continue;
    const install = installWords(declaration);
    missing.push({
      toolkit,
      kind: 'external',
      name,
      what:
        state.fault ??
        `${declaration.title} (${declaration.command} ${declaration.versions})${install === '' ? '' : `; ${install}`}`,
      variable: variableName('externals', toolkit, name),
    });
  }
  return missing;
}

/** A value that does not fit is something to set, too. */
function resolved<T>(resolve: () => T): { value?: T; fault?: string } {
  try {
    return { value: resolve() };
  } catch (cause) {
    if (isToolbaseError(cause)) return { fault: cause.message };
    throw cause;
  }
}
