import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Containment } from '../../host/index.ts';
import { probeContainment, probeSandbox } from '../../host/io/index.ts';
import { type ErrorReport, isSystemError, reportOf } from '../../kernel/index.ts';
import { configuredPythons, type MachineLayers } from '../../machine/index.ts';
import { probeExternal } from '../../machine/io/index.ts';
import type { Registry } from '../../registry/index.ts';
import type { Store } from '../../store/io/index.ts';

/** A program that toolbase itself uses. */
export interface FoundProgram {
  readonly name: string;
  readonly path: string | null;
  readonly version: string | null;
}

/** What of a machine all loadouts share. */
export interface MachineDiagnosis {
  /** As linux-x64. */
  readonly platform: string;
  readonly programs: readonly FoundProgram[];
  readonly containment: Containment;
  /** Whether bubblewrap can confine hosts for whom the settings ask for it. */
  readonly sandbox: boolean;
  readonly store: { readonly path: string; readonly state: StoreState; readonly toolkits: number };
  readonly settings: readonly {
    readonly layer: string;
    readonly file: string;
    readonly ownerOnly: boolean;
  }[];
}

/** `absent`: it will be made by the first install. */
export type StoreState = 'writable' | 'read-only' | 'absent';

/** Looks at what all loadouts share. Each program that is started is given 10 s. */
export async function diagnoseMachine(
  storeDir: string,
  store: Pick<Store, 'list'>,
  layers: MachineLayers,
): Promise<MachineDiagnosis> {
  const programs = [
    { name: 'node', path: process.execPath, version: process.versions.node },
    ...(await pythons(layers)),
    await program('uv', layers),
    await program('npm', layers),
  ];
  return {
    platform: `${process.platform}-${process.arch}`,
    programs,
    containment: await probeContainment(),
    sandbox: await probeSandbox(),
    store: { path: storeDir, state: await stateOf(storeDir), toolkits: (await store.list()).length },
    settings: layers.files.map(({ name, file, ownerOnly }) => ({ layer: name, file, ownerOnly })),
  };
}

async function pythons(layers: MachineLayers): Promise<FoundProgram[]> {
  const named = configuredPythons(layers);
  if (named === undefined) return [await program('python3', layers)];
  return Promise.all(named.map((file) => program('python3', layers, file)));
}

async function program(name: string, layers: MachineLayers, file?: string): Promise<FoundProgram> {
  const declaration = {
    command: name,
    versionArgs: ['--version'],
    versionPattern: '(\\d+\\.\\d+(?:\\.\\d+)?)',
    versions: '*',
  };
  const finding = await probeExternal({ declaration, path: file, environment: layers.environment });
  if (finding.kind === 'not-found') return { name, path: null, version: null };
  return { name, path: finding.path, version: finding.kind === 'found' ? finding.version : null };
}

/** Of a store that is not there yet, whether it can be made. */
async function stateOf(storeDir: string): Promise<StoreState> {
  for (let folder = storeDir; ; folder = path.dirname(folder)) {
    try {
      await stat(folder);
      await access(folder, constants.W_OK | constants.X_OK);
      return folder === storeDir ? 'writable' : 'absent';
    } catch (cause) {
      if (!isSystemError(cause, 'ENOENT')) {
        if (isSystemError(cause, 'EACCES', 'EROFS', 'ENOTDIR', 'EPERM')) return 'read-only';
        throw cause;
      }
    }
  }
}

export interface ReachedRegistry {
  readonly name: string;
  readonly problem: ErrorReport | null;
}

/** Asks each registry for a toolkit that it need not have. @param wanted name of a toolkit by registry */
export const reachRegistries = (
  registries: readonly Registry[],
  wanted: (registry: string) => Parameters<Registry['packument']>[0],
): Promise<ReachedRegistry[]> =>
  Promise.all(
    registries.map(async (registry) => {
      try {
        await registry.packument(wanted(registry.name));
        return { name: registry.name, problem: null };
      } catch (cause) {
        return { name: registry.name, problem: reportOf(cause) };
      }
    }),
  );
