// Packs every first-party toolkit into the read-only registry that ships with the program.
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { machineTraces } from '../dist/cli/machine-traces.js';
import { packFolder } from '../dist/cli/pack-toolkit.js';
import { openWritableDirectory } from '../dist/registry/io/index.js';
import { publish } from '../dist/workflow/io/index.js';

/** Written beside and renamed, so that a program in use never sees half of it. @param {string} root folder of the package */
export async function embedToolkits(root) {
  const dist = path.join(root, 'dist');
  // What a build that failed left behind would go into the package.
  for (const name of await readdir(dist))
    if (name.startsWith('.embedding-')) await rm(path.join(dist, name), { recursive: true });
  const scratch = await mkdtemp(path.join(dist, '.embedding-'));
  const directory = path.join(scratch, 'embedded');
  const registry = openWritableDirectory({ name: 'embedded', directory, mustExist: false });
  const around = {
    registryFor: async () => registry,
    registries: async () => [registry],
    // Committed locks hold these bytes, so they cannot name the commit.
    pack: (/** @type {string} */ dir) => packFolder(dir, false),
    machine: machineTraces(),
  };
  for (const name of (await readdir(path.join(root, 'toolkits'))).sort()) {
    const { outcome, findings } = await publish(path.join(root, 'toolkits', name), around);
    if (outcome !== 'published') throw new Error(`${name} ${outcome}: ${JSON.stringify(findings)}`);
  }
  await rm(path.join(dist, 'embedded'), { recursive: true, force: true });
  await rename(directory, path.join(dist, 'embedded'));
  await rm(scratch, { recursive: true, force: true });
}
