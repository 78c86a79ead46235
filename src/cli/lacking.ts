import { missingFor } from '../host/io/index.ts';
import type { ErrorReport } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';
import type { Store } from '../store/io/index.ts';
import { manifestsOf } from '../workflow/io/index.ts';
import { machineLayers } from './registries.ts';

/** What the toolkits of a lock lack on this machine: settings and external programs. */
export async function lackingFor(
  lock: Lock,
  lockFile: string,
  store: Pick<Store, 'has' | 'pathOf'>,
): Promise<ErrorReport[]> {
  const manifests = [...(await manifestsOf(lock, store)).values()].filter((each) => each !== undefined);
  const problems = await missingFor(manifests, await machineLayers(lockFile));
  return problems.map((problem) => problem.report());
}
