import path from 'node:path';
import { readTextBounded } from '../../kernel/io/index.ts';
import { decodeManifest, type ToolkitManifest } from '../../manifest/index.ts';
import { type InstalledEnvironment, toolkitEnvironments } from '../../store/index.ts';
import type { Environments } from '../../store/io/index.ts';

/** Frozen into every packed toolkit. */
const MANIFEST_FILE = 'toolkit.json';
const MANIFEST_MAX_BYTES = 16 * 1024 * 1024;

/** The manifest among a toolkit's installed files. @throws ToolbaseError NOT_FOUND, BAD_JSON, BAD_MANIFEST */
export async function readInstalledManifest(folder: string): Promise<ToolkitManifest> {
  const file = path.join(folder, MANIFEST_FILE);
  return decodeManifest(await readTextBounded(file, MANIFEST_MAX_BYTES), file);
}

/** The environments of an installed toolkit, by name. @throws ToolbaseError NOT_INSTALLED, BAD_MANIFEST */
export async function findEnvironments(
  manifest: ToolkitManifest,
  folder: string,
  environments: Pick<Environments, 'find'>,
): Promise<Record<string, InstalledEnvironment>> {
  const found: Record<string, InstalledEnvironment> = {};
  for (const [name, environment] of toolkitEnvironments(manifest.name, manifest.environments, folder))
    found[name] = await environments.find(environment);
  return found;
}
