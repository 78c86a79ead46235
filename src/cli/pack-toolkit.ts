import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeNodeToolkit } from '../host/io/index.ts';
import { loadSettings } from '../machine/io/index.ts';
import {
  describeServer,
  type PackedFolder,
  type PackHosts,
  type PackRequest,
  type PackResult,
  pack,
  readSource,
  type ServerSurroundings,
} from '../workflow/io/index.ts';
import type { PackTree } from '../workflow/index.ts';
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
    ...describingHosts(request.dir),
    origin: async (folder) => ({
      builder: `toolbase ${await programVersion()}`,
      source: source ? await readSource(folder, process.env) : undefined,
    }),
    machine: machineTraces(),
  });

/** A toolkit's folder as it would be published. @param source as of packToolkit */
export const packFolder = (dir: string, source: boolean): Promise<PackedFolder> =>
  inTempFolder(async (outDir) => {
    const { file, warnings } = await packToolkit({ dir, outDir }, { source });
    return {
      tarball: await readFile(file),
      warnings: warnings.map(({ where, reason }) => `${where} ${reason}`),
    };
  });

/** Packs working trees, for a lock or an installation beside it. What is packed says nothing of commits, so that it depends
 * on the files alone. @param near the loadout or lock: paths are taken from its folder */
export const treePacker =
  (near: string): PackTree =>
  async (relative) => {
    const dir = path.resolve(path.dirname(near), relative);
    return inTempFolder(async (outDir) => {
      const { file } = await pack({ dir, outDir }, describingHosts(dir));
      return readFile(file);
    });
  };

async function inTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'toolbase-tree-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What asks a toolkit's host for its operations. @param dir the toolkit's folder */
export const describingHosts = (dir: string): Pick<PackHosts, 'describeNode' | 'describeMcp'> => ({
  describeNode: (entry) => describeNodeToolkit(entry, { packing: true }),
  describeMcp: async (server) => describeServer(server, await surroundings(dir)),
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
