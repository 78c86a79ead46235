import type { LockCollaborators } from '../workflow/io/index.ts';
import { treePacker } from './pack-toolkit.ts';
import { openRegistries, requiredAge } from './registries.ts';
import { terminalProgress } from './render/progress.ts';
import { showWorkflow } from './show-progress.ts';

/** Does something for which versions are looked up and tarballs fetched, with progress on the terminal.
 * @param loadoutFile settings are looked for from its folder upward */
export async function withLocking<T>(
  loadoutFile: string,
  flags: { readonly registry?: readonly string[] | undefined; readonly offline: boolean },
  act: (around: LockCollaborators) => Promise<T>,
): Promise<T> {
  const registries = await openRegistries(flags.registry ?? [], loadoutFile, { offline: flags.offline });
  const progress = terminalProgress(process.stderr);
  try {
    return await act({
      registries,
      age: await requiredAge(loadoutFile),
      packTree: treePacker(loadoutFile),
      onEvent: showWorkflow(progress),
    });
  } finally {
    progress.done();
  }
}
