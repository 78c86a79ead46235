import { describeMcpToolkit, type ServerAbout } from '../../host/io/index.ts';
import type { MachineLayers } from '../../machine/index.ts';
import { machineValues } from '../../machine/io/index.ts';
import type { UpstreamTool } from '../../manifest/index.ts';
import { type InstalledEnvironment, toolkitEnvironments } from '../../store/index.ts';
import type { Environments } from '../../store/io/index.ts';
import type { StagedServer } from './pack.ts';

/** What a wrapped server is given of this machine while it is packed. */
export type ServerSurroundings = {
  readonly layers: MachineLayers;
  readonly environments: Pick<Environments, 'ensure'>;
  /** Whether its author packs it: default; otherwise a server that ends is not told as a fault of the toolkit. */
  readonly packing?: boolean;
  /** Hears what the server says of itself. */
  readonly onAbout?: (about: ServerAbout) => void;
};

/** Starts a wrapped server as it will be installed, with its settings, externals and environments, and lists its tools.
 * Environments that are not in the store are built.
 * @throws ToolbaseError SETTING_MISSING, EXTERNAL_MISSING, ENVIRONMENT_FAILED, HOST_TIMEOUT, HOST_FAILED when it cannot be started, BAD_MANIFEST when it ends */
export async function describeServer(
  server: StagedServer,
  around: ServerSurroundings,
): Promise<readonly UpstreamTool[]> {
  const { name, folder, host, source } = server;
  const { settings, externals } = source;
  const machine = await machineValues({ name, settings, externals }, around.layers);
  const environments: Record<string, InstalledEnvironment> = {};
  for (const [each, environment] of toolkitEnvironments(name, server.declaredEnvironments, folder))
    environments[each] = await around.environments.ensure(environment);
  return describeMcpToolkit({
    ...{ name, folder, host, machine, environments, packing: around.packing ?? true },
    onAbout: around.onAbout,
  });
}
