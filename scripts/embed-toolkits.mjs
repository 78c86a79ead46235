// Packs every first-party toolkit into the read-only registry that ships with the program.
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { packToolkit } from '../dist/cli/pack-toolkit.js';
import { openWritableDirectory } from '../dist/registry/io/index.js';
import { publish } from '../dist/workflow/io/index.js';

/** Written beside and renamed, so that a program in use never sees half of it. @param {string} root folder of the package */
export async function embedToolkits(root) {
  const dist = path.join(root, 'dist');
  const scratch = await mkdtemp(path.join(dist, '.embedding-'));
  const directory = path.join(scratch, 'embedded');
  const registry = openWritableDirectory({ name: 'embedded', directory, mustExist: false });
  for (const name of (await readdir(path.join(root, 'toolkits'))).sort())
    await publish(path.join(root, 'toolkits', name), {
      registry,
      pack: async (dir) => readFile((await packToolkit({ dir, outDir: scratch })).file),
    });
  await rm(path.join(dist, 'embedded'), { recursive: true, force: true });
  await rename(directory, path.join(dist, 'embedded'));
  await rm(scratch, { recursive: true, force: true });
}
