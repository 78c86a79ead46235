import { requireSandbox } from '../../host/io/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { MachineRules } from './machine-rules.ts';

/** Whether the host of a toolkit runs in a sandbox, and with network: where the toolkit asks for it and the user allows it.
 * @throws ToolbaseError EXTERNAL_MISSING when there is no sandbox on this machine: it is never left out unasked */
export async function confinementOf(
  manifest: ToolkitManifest,
  rules: MachineRules,
): Promise<{ network: boolean } | undefined> {
  const { sandbox, network } = await rules.of(manifest.name);
  if (!sandbox) return undefined;
  await requireSandbox();
  return { network: network && manifest.host.network === true };
}

/** Memory of a host that serves many calls: what the most demanding of its operations may use; no limit unless each of
 * them has one. */
export async function memoryOf(
  lock: Lock,
  toolkit: string,
  rules: MachineRules,
): Promise<number | undefined> {
  const own = Object.values(lock.operations).filter((operation) => operation.toolkit === toolkit);
  const limits = await Promise.all(own.map(async (operation) => (await rules.limitsOf(operation)).memoryMiB));
  const stated = limits.filter((each) => each !== undefined);
  return stated.length === limits.length && stated.length > 0 ? Math.max(...stated) : undefined;
}
