import path from 'node:path';
import { isToolbaseError, jsonEqual, type ToolkitName } from '../../kernel/index.ts';
import { type MachineValues, NO_MACHINE_VALUES } from '../../host/index.ts';
import { findEnvironments, readInstalledManifest } from '../../host/io/index.ts';
import { type Lock, toolkitIn } from '../../lockfile/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import { versionsOf } from '../cache-key.ts';

/** What a toolkit has on this machine. */
export interface Surroundings {
  readonly machine: MachineValues;
  /** Keys of the environments in the store, by name. */
  readonly environments: Readonly<Record<string, string>>;
}

/** The surroundings of the toolkits of a session, as their hosts get them. */
export interface SessionSurroundings {
  /** For a host that starts. @throws ToolbaseError SETTING_MISSING, EXTERNAL_MISSING and others */
  readonly machine: (manifest: ToolkitManifest) => Promise<MachineValues>;
  /** As its host got them at its last start; undefined when something is missing. The same object as long as nothing
   * changed. */
  readonly surroundingsOf: (toolkit: ToolkitName) => Promise<Surroundings | undefined>;
  /** Versions of the external programs that the host got at its last start, by name. */
  readonly externalsOf: (toolkit: ToolkitName) => Readonly<Record<string, string>>;
}

export function createSurroundings(
  lock: Lock,
  around: { readonly store: Pick<Store, 'pathOf'>; readonly environments: Pick<Environments, 'find'> },
  machineOf: (manifest: ToolkitManifest) => Promise<MachineValues>,
): SessionSurroundings {
  const given = new Map<string, MachineValues>();
  const known = new Map<string, Surroundings>();

  const machine: SessionSurroundings['machine'] = async (manifest) => {
    const values = await machineOf(manifest);
    given.set(manifest.name, values);
    const before = known.get(manifest.name)?.machine;
    if (before !== undefined && !jsonEqual({ ...before }, { ...values })) known.delete(manifest.name);
    return values;
  };
  const find = async (name: ToolkitName): Promise<Surroundings | undefined> => {
    const toolkit = toolkitIn(lock, name);
    if (toolkit === undefined) return undefined;
    const folder = around.store.pathOf(toolkit.treeDigest);
    try {
      const manifest = await readInstalledManifest(folder);
      const environments: Record<string, string> = {};
      const found = await findEnvironments(manifest, folder, around.environments);
      for (const [each, { root }] of Object.entries(found)) environments[each] = path.basename(root);
      return { machine: await machine(manifest), environments };
    } catch (thrown) {
      // Whoever starts the host is told.
      if (isToolbaseError(thrown)) return undefined;
      throw thrown;
    }
  };

  return {
    machine,
    externalsOf: (name) => versionsOf(given.get(name) ?? NO_MACHINE_VALUES),
    surroundingsOf: async (name) => {
      const surroundings = known.get(name) ?? (await find(name));
      if (surroundings !== undefined) known.set(name, surroundings);
      return surroundings;
    },
  };
}
