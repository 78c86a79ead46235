import path from 'node:path';
import type { OperationDescription } from '../../manifest/index.ts';
import { HOST_PROTOCOL_VERSION } from '../protocol.ts';
import { locateNodeHost } from './locate-node-host.ts';
import { createNodeLink } from './node-link.ts';
import { withScratchHost } from './scratch-host.ts';

/** Starts a `node` toolkit's bundled entry module as a host in an empty workspace, and asks for its operations.
 * @param entry absolute path of the module   @param options.packing its author packs it: a host that ends is BAD_MANIFEST
 * @throws ToolbaseError BAD_MANIFEST, BAD_SCHEMA, HOST_FAILED, HOST_TIMEOUT */
export const describeNodeToolkit = (
  entry: string,
  { packing = false }: { readonly packing?: boolean } = {},
): Promise<readonly OperationDescription[]> =>
  withScratchHost(
    { label: path.basename(entry), folder: path.dirname(entry), packing },
    'fd3',
    () => ({ program: { command: process.execPath, args: [locateNodeHost()] }, mapped: {} }),
    async ({ host, failure, workspace }) => {
      const link = createNodeLink(host, failure);
      await link.hello({
        protocolVersion: HOST_PROTOCOL_VERSION,
        toolkit: { name: path.basename(entry), version: '0.0.0' },
        entry,
        workspace,
        tempRoot: workspace,
        settings: {},
        secrets: {},
        externals: {},
        environments: {},
      });
      return (await link.describe()).operations;
    },
  );
