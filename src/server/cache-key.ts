import { type Digest, digestOf } from '../kernel/index.ts';
import type { MachineValues } from '../host/index.ts';
import type { LockedOperation } from '../lockfile/index.ts';
import type { CallFile } from '../record/index.ts';

/** Everything that a deterministic result depends on. */
export interface CallIdentity {
  readonly treeDigest: Digest;
  readonly operation: LockedOperation;
  readonly argumentsDigest: Digest;
  readonly reads: readonly CallFile[];
  readonly machine: MachineValues;
  /** Keys of the environments in the store, by name: each stands for its requirements, interpreter and platform. */
  readonly environments: Readonly<Record<string, string>>;
  /** Node's version, the system and the architecture. */
  readonly platform: string;
}

/** The key of a call in the cache of results; undefined when it is not kept. Kept are operations declared deterministic
 * that write no file, read nothing but regular files, and whose toolkit was given no secret: what a secret opens may
 * answer another way to somebody else. */
export function cacheKey(call: CallIdentity): Digest | undefined {
  const { operation, machine, reads } = call;
  const { deterministic, writes } = operation.effects;
  if (!deterministic || writes.length > 0) return undefined;
  if (reads.some(({ digest }) => digest === null) || Object.keys(machine.secrets).length > 0)
    return undefined;
  return digestOf('toolbase-cached-call-v1', {
    treeDigest: call.treeDigest,
    operation: operation.operation,
    argumentsDigest: call.argumentsDigest,
    reads: reads.map(({ path, digest }) => ({ path, digest })),
    settings: { ...machine.settings },
    externals: versionsOf(machine),
    environments: { ...call.environments },
    platform: call.platform,
  });
}

/** Versions of the external programs of a machine, by name. */
export const versionsOf = ({ externals }: MachineValues): Record<string, string> =>
  Object.fromEntries(Object.entries(externals).map(([name, { version }]) => [name, version]));
