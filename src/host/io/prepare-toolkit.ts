import path from 'node:path';
import type { Digest } from '../../kernel/index.ts';
import { discardFolder, processFolder } from '../../kernel/io/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import type { Containment } from '../containment.ts';
import { checkDrift, type PinnedTool } from '../drift.ts';
import { hostEnvironment } from '../host-environment.ts';
import { type MachineValues, type Places, QUIET_PYTHON, wrappedServerProgram } from '../host-program.ts';
import { HOST_PROTOCOL_VERSION } from '../protocol.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ExecPlan } from './exec-host.ts';
import type { HostLaunch } from './host-process.ts';
import { findEnvironments, readInstalledManifest } from './installed-toolkit.ts';
import { locateNodeHost } from './locate-node-host.ts';
import { openMcpLink } from './mcp-link.ts';
import { createNodeLink } from './node-link.ts';
import type { HostPlan } from './host-run.ts';

export interface InstalledToolkit {
  readonly name: string;
  readonly version: string;
  readonly treeDigest: Digest;
  /** Tools of a wrapped server whose description and schemas the lock pins. */
  readonly pinned: readonly PinnedTool[];
}

export interface HostSurroundings {
  readonly store: Pick<Store, 'verify' | 'pathOf'>;
  readonly environments: Pick<Environments, 'find'>;
  /** Absolute real path. */
  readonly workspace: string;
  readonly containment: () => Promise<Containment>;
  /** Settings, secrets and externals of this machine. @throws ToolbaseError SETTING_MISSING, EXTERNAL_MISSING */
  readonly machine: (manifest: ToolkitManifest) => Promise<MachineValues>;
  /** Whether the host runs in a sandbox, and with network; undefined: in none. @throws ToolbaseError EXTERNAL_MISSING */
  readonly confinement?: (manifest: ToolkitManifest) => Promise<Pick<Sandbox, 'network'> | undefined>;
  /** Of each process of the host. */
  readonly memoryMiB?: number | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
}

/** A toolkit whose files were hashed again, and what this machine has for it. */
interface Ready {
  readonly folder: string;
  readonly manifest: ToolkitManifest;
  readonly machine: MachineValues;
  readonly environments: Awaited<ReturnType<typeof findEnvironments>>;
  /** Removed when the process is gone. */
  readonly tempRoot: string;
  readonly launch: Pick<HostLaunch, 'workspace' | 'containment' | 'onLog' | 'sandbox' | 'memoryMiB'>;
  readonly clear: () => Promise<void>;
}

async function readied(toolkit: InstalledToolkit, around: HostSurroundings): Promise<Ready> {
  const [containment] = await Promise.all([around.containment(), around.store.verify(toolkit.treeDigest)]);
  const folder = around.store.pathOf(toolkit.treeDigest);
  const manifest = await readInstalledManifest(folder);
  const [machine, environments, confinement] = await Promise.all([
    around.machine(manifest),
    findEnvironments(manifest, folder, around.environments),
    around.confinement?.(manifest),
  ]);
  const { workspace, onLog } = around;
  const tempRoot = await processFolder('host');
  const sandbox = confinement === undefined ? undefined : { ...confinement, writable: [workspace, tempRoot] };
  return {
    ...{ folder, manifest, machine, environments, tempRoot },
    launch: { workspace, containment, onLog, sandbox, memoryMiB: around.memoryMiB },
    clear: () => discardFolder(tempRoot),
  };
}

/** In a sandbox the machine's own folder for temporary files cannot be written to. */
const temporary = ({ launch, tempRoot }: Ready): Record<string, string> =>
  launch.sandbox === undefined ? {} : { TMPDIR: tempRoot };

/** Hashes a toolkit's installed files again, then says how its host is started.
 * @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED, BAD_MANIFEST, SETTING_MISSING, EXTERNAL_MISSING */
export async function prepareToolkit(toolkit: InstalledToolkit, around: HostSurroundings): Promise<HostPlan> {
  const ready = await readied(toolkit, around);
  return orClear(ready, () => hostPlan(ready, toolkit, around));
}

/** What cannot be started leaves no folder behind. */
async function orClear<T>({ clear }: Ready, plan: () => T): Promise<T> {
  try {
    return plan();
  } catch (thrown) {
    await clear();
    throw thrown;
  }
}

function hostPlan(ready: Ready, toolkit: InstalledToolkit, around: HostSurroundings): HostPlan {
  const { folder, machine, environments, tempRoot, launch, clear } = ready;
  const { host: source } = ready.manifest;
  if (source.kind === 'exec') throw new Error('a program for one call is no host that stays');

  if (source.kind === 'mcp') {
    const { program, mapped } = wrappedServerProgram(source, placesOf(ready), machine);
    const environment = hostEnvironment(process.env, { ...temporary(ready), ...mapped });
    return {
      launch: { ...launch, program, environment, protocol: 'stdio' },
      greet: async (host, failure) => {
        const link = await openMcpLink(host, failure, source.era);
        checkDrift(toolkit.name, toolkit.pinned, await link.listTools());
        return link;
      },
      clear,
    };
  }

  const quiet = Object.keys(environments).length === 0 ? {} : QUIET_PYTHON;
  return {
    launch: {
      ...launch,
      program: { command: process.execPath, args: [locateNodeHost()] },
      environment: hostEnvironment(process.env, { ...temporary(ready), ...quiet }),
      protocol: 'fd3',
    },
    greet: async (host, failure) => {
      const link = createNodeLink(host, failure);
      await link.hello({
        protocolVersion: HOST_PROTOCOL_VERSION,
        toolkit: { name: toolkit.name, version: toolkit.version },
        entry: path.join(folder, source.entry),
        workspace: around.workspace,
        tempRoot,
        settings: { ...machine.settings },
        secrets: { ...machine.secrets },
        externals: { ...machine.externals },
        environments,
      });
      return link;
    },
    clear,
  };
}

/** As prepareToolkit, for a toolkit whose program is started for each call. @throws ToolbaseError as prepareToolkit */
export async function prepareExec(toolkit: InstalledToolkit, around: HostSurroundings): Promise<ExecPlan> {
  const ready = await readied(toolkit, around);
  return orClear(ready, () => execPlan(ready, around));
}

function execPlan(ready: Ready, around: HostSurroundings): ExecPlan {
  const { machine, environments, tempRoot, launch, clear, manifest } = ready;
  if (manifest.host.kind !== 'exec') throw new Error('a host that stays is not started for one call');
  const { program, mapped } = wrappedServerProgram(manifest.host, placesOf(ready), machine);
  return {
    launch: {
      ...launch,
      program,
      environment: hostEnvironment(process.env, { ...temporary(ready), ...mapped }),
      protocol: 'stdio',
    },
    document: (operation, input) =>
      JSON.stringify({
        ...{ protocolVersion: HOST_PROTOCOL_VERSION, operation, input },
        ...{ workspace: around.workspace, tempDir: tempRoot, environments },
        ...{ settings: machine.settings, secrets: machine.secrets, externals: machine.externals },
      }),
    imagesDir: path.join(tempRoot, 'images'),
    clear,
  };
}

const placesOf = ({ folder, launch, environments }: Ready): Places => ({
  toolkit: folder,
  workspace: launch.workspace,
  node: process.execPath,
  environments,
});
