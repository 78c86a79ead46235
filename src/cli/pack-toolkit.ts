import path from 'node:path';
import { describeNodeToolkit } from '../host/io/index.ts';
import { loadSettings } from '../machine/io/index.ts';
import {
  describeServer,
  type PackRequest,
  type PackResult,
  pack,
  readSource,
  type ServerSurroundings,
} from '../workflow/io/index.ts';
import { machineTraces } from './machine-traces.ts';
import { programVersion } from './program.ts';
import { openOwnEnvironments } from './environments.ts';
import { ownPaths } from './registries.ts';

/** Packs with hosts of this machine.
 * @param options.source whether the package says which commit it comes from */
export const packToolkit = (
  request: PackRequest,
  { source }: { readonly source: boolean },
): Promise<PackResult> =>
  pack(request, {
    describeNode: describeNodeToolkit,
    describeMcp: async (server) => describeServer(server, await surroundings(request.dir)),
    origin: async (folder) => ({
      builder: `toolbase ${await programVersion()}`,
      source: source ? await readSource(folder, process.env) : undefined,
    }),
    machine: machineTraces(),
  });

/** Where a wrapped server is started. Settings are those that count in the toolkit's own folder. */
export async function surroundings(dir: string): Promise<ServerSurroundings> {
  const { settingsFile } = ownPaths();
  return {
    layers: {
      files: await loadSettings({ settingsFile, startDir: path.resolve(dir) }),
      environment: process.env,
      flags: { settings: [], externals: [] },
      homeDir: process.env['HOME'],
    },
    environments: await openOwnEnvironments(path.join(dir, 'toolkit.yaml')),
  };
}
