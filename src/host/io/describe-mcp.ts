import type { HostSource, UpstreamTool } from '../../manifest/index.ts';
import { type MachineValues, NO_MACHINE_VALUES, wrappedServerProgram } from '../host-program.ts';
import type { InstalledEnvironment } from '../../store/index.ts';
import { openMcpLink, type ServerAbout } from './mcp-link.ts';
import { withScratchHost } from './scratch-host.ts';

/** Starts a wrapped MCP server from its folder in an empty workspace, and lists its tools as it publishes them.
 * @param source.folder absolute path that `${toolkit}` stands for
 * @throws ToolbaseError HOST_FAILED, HOST_TIMEOUT, EXTERNAL_MISSING, SETTING_MISSING, BAD_MANIFEST */
export const describeMcpToolkit = (source: {
  readonly name: string;
  readonly folder: string;
  readonly host: Extract<HostSource, { kind: 'mcp' }>;
  readonly machine?: MachineValues;
  readonly environments?: Readonly<Record<string, InstalledEnvironment>>;
  /** Its author packs it: a server that ends is BAD_MANIFEST. */
  readonly packing?: boolean;
  /** Hears what the server says of itself. */
  readonly onAbout?: ((about: ServerAbout) => void) | undefined;
}): Promise<readonly UpstreamTool[]> =>
  withScratchHost(
    { label: source.name, folder: source.folder, packing: source.packing === true },
    'stdio',
    (workspace) =>
      wrappedServerProgram(
        source.host,
        {
          toolkit: source.folder,
          workspace,
          node: process.execPath,
          environments: source.environments ?? {},
        },
        source.machine ?? NO_MACHINE_VALUES,
      ),
    async ({ host, failure }) => {
      const link = await openMcpLink(host, failure, source.host.era);
      source.onAbout?.(link.about);
      return link.listTools();
    },
  );
