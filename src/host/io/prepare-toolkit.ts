import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Digest } from '../../kernel/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import type { Containment } from '../containment.ts';
import { checkDrift, type PinnedTool } from '../drift.ts';
import { hostEnvironment } from '../host-environment.ts';
import { type MachineValues, QUIET_PYTHON, wrappedServerProgram } from '../host-program.ts';
import { HOST_PROTOCOL_VERSION } from '../protocol.ts';
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
  readonly onLog?: ((line: string) => void) | undefined;
}

/** Hashes a toolkit's installed files again, then says how its host is started.
 * @throws ToolbaseError NOT_INSTALLED, STORE_CHANGED, BAD_MANIFEST, SETTING_MISSING, EXTERNAL_MISSING */
export async function prepareToolkit(toolkit: InstalledToolkit, around: HostSurroundings): Promise<HostPlan> {
  const [containment] = await Promise.all([around.containment(), around.store.verify(toolkit.treeDigest)]);
  const folder = around.store.pathOf(toolkit.treeDigest);
  const manifest = await readInstalledManifest(folder);
  const [machine, environments] = await Promise.all([
    around.machine(manifest),
    findEnvironments(manifest, folder, around.environments),
  ]);
  const common = { workspace: around.workspace, containment, onLog: around.onLog };
  const { host: source } = manifest;

  if (source.kind === 'mcp') {
    const places = { toolkit: folder, workspace: around.workspace, node: process.execPath, environments };
    const { program, mapped } = wrappedServerProgram(source, places, machine);
    return {
      launch: { ...common, program, environment: hostEnvironment(process.env, mapped), protocol: 'stdio' },
      greet: async (host, failure) => {
        const link = await openMcpLink(host, failure);
        checkDrift(toolkit.name, toolkit.pinned, await link.listTools());
        return link;
      },
      clear: () => Promise.resolve(),
    };
  }

  const tempRoot = await mkdtemp(path.join(os.tmpdir(), 'toolbase-host-'));
  return {
    launch: {
      ...common,
      program: { command: process.execPath, args: [locateNodeHost()] },
      environment: hostEnvironment(process.env, Object.keys(environments).length === 0 ? {} : QUIET_PYTHON),
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
    clear: () => rm(tempRoot, { recursive: true, force: true }),
  };
}
