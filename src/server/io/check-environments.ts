import { isToolbaseError, shellWord, ToolbaseError } from '../../kernel/index.ts';
import { findEnvironments, readInstalledManifest } from '../../host/io/index.ts';
import type { LockedToolkit } from '../../lockfile/index.ts';
import { openEnvironments, openStore } from '../../store/io/index.ts';

/** A toolkit whose environment is missing could only fail: better at the start than at its first call.
 * @throws ToolbaseError NOT_INSTALLED with the install command */
export async function checkEnvironmentsOf(
  toolkits: readonly Pick<LockedToolkit, 'treeDigest'>[],
  lockFile: string,
  storeDir: string,
): Promise<void> {
  const store = openStore(storeDir);
  const environments = openEnvironments(storeDir, { env: process.env });
  const hint = `Run \`toolbase install ${shellWord(lockFile)}\`.`;
  for (const { treeDigest } of toolkits)
    try {
      const folder = store.pathOf(treeDigest);
      await findEnvironments(await readInstalledManifest(folder), folder, environments);
    } catch (cause) {
      if (!isToolbaseError(cause) || cause.code !== 'NOT_INSTALLED') throw cause;
      throw new ToolbaseError('NOT_INSTALLED', cause.message, { hint, cause });
    }
}
