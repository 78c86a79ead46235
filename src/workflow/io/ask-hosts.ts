import path from 'node:path';
import { describeMcpToolkit, describeNodeToolkit, readInstalledManifest } from '../../host/io/index.ts';
import {
  type Digest,
  isToolbaseError,
  parseStrictYaml,
  parseWith,
  reportOf,
  type ToolkitName,
} from '../../kernel/index.ts';
import { readTextBounded } from '../../kernel/io/index.ts';
import { type Lock, toolkitIn } from '../../lockfile/index.ts';
import type { MachineLayers } from '../../machine/index.ts';
import { machineValues } from '../../machine/io/index.ts';
import {
  declaredOperations,
  type DescribedOperations,
  type ToolkitManifest,
  ToolkitSource,
} from '../../manifest/index.ts';
import { type InstalledEnvironment, toolkitEnvironments } from '../../store/index.ts';
import type { Environments, Store } from '../../store/io/index.ts';
import type { Asked } from '../live-report.ts';

const SOURCE_MAX_BYTES = 1024 * 1024;

export interface LiveSurroundings {
  readonly store: Pick<Store, 'verify' | 'pathOf'>;
  readonly environments: Pick<Environments, 'find' | 'verify'>;
  readonly layers: MachineLayers;
}

/** Starts the host of each toolkit that a lock exposes operations of, one after another, each in an empty workspace, and asks
 * what it publishes. The files and environments are hashed first: nothing else is run.
 * @returns in order of name; what keeps a host from answering is told, not thrown */
export async function askHosts(lock: Lock, around: LiveSurroundings): Promise<Asked[]> {
  const exposing = new Set(Object.values(lock.operations).map(({ toolkit }) => toolkit));
  const asked: Asked[] = [];
  for (const toolkit of [...exposing].sort()) asked.push(await askHost(lock, toolkit, around));
  return asked;
}

async function askHost(lock: Lock, toolkit: ToolkitName, around: LiveSurroundings): Promise<Asked> {
  const locked = toolkitIn(lock, toolkit);
  if (locked === undefined) throw new Error(`${toolkit} is not in the lock`);
  try {
    return { kind: 'live', toolkit, ...(await describeInstalled(locked.treeDigest, around)) };
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    return { kind: 'unknown', toolkit, problem: reportOf(cause) };
  }
}

async function describeInstalled(
  treeDigest: Digest,
  around: LiveSurroundings,
): Promise<{ described: DescribedOperations; said: ToolkitSource['operations'] }> {
  await around.store.verify(treeDigest);
  const folder = around.store.pathOf(treeDigest);
  const manifest = await readInstalledManifest(folder);
  const { host } = manifest;
  if (host.kind === 'node')
    return {
      described: { kind: 'node', operations: await describeNodeToolkit(path.join(folder, host.entry)) },
      said: {},
    };
  const { operations: said } = await installedSource(folder);
  if (host.kind === 'exec')
    return { described: { kind: 'exec', operations: declaredOperations(said) }, said };
  const machine = await machineValues(manifest, around.layers);
  const environments = await soundEnvironments(manifest, folder, around.environments);
  const tools = await describeMcpToolkit({ name: manifest.name, folder, host, machine, environments });
  return { described: { kind: 'mcp', tools }, said };
}

async function installedSource(folder: string): Promise<ToolkitSource> {
  const file = path.join(folder, 'toolkit.yaml');
  const text = await readTextBounded(file, SOURCE_MAX_BYTES);
  return parseWith(ToolkitSource, parseStrictYaml(text, file), file, 'BAD_MANIFEST');
}

async function soundEnvironments(
  { name, environments: declared }: ToolkitManifest,
  folder: string,
  environments: LiveSurroundings['environments'],
): Promise<Record<string, InstalledEnvironment>> {
  const found: Record<string, InstalledEnvironment> = {};
  for (const [each, environment] of toolkitEnvironments(name, declared, folder)) {
    await environments.verify(environment);
    found[each] = await environments.find(environment);
  }
  return found;
}
