import { type Json, jsonEqual, ToolbaseError } from '../kernel/index.ts';
import {
  type Lock,
  type LockedOperation,
  linkedToolkit,
  lockedOperation,
  lockedSkills,
  lockedToolkit,
  ownWording,
  toolkitIn,
} from '../lockfile/index.ts';
import type { ToolkitManifest } from '../manifest/index.ts';

/** Makes sure that a lock shows of a toolkit what the toolkit itself, whose files have the locked digest, says. A lock
 * with right digests may have been written by hand.
 * @throws ToolbaseError LOCK_DAMAGED naming what differs */
export function agreeWithLock(lock: Lock, manifest: ToolkitManifest): void {
  const fault = disagreement(lock, manifest);
  if (fault === undefined) return;
  throw new ToolbaseError(
    'LOCK_DAMAGED',
    `the lock says other than ${manifest.name} ${manifest.version}: ${fault}`,
    {
      hint: 'Do not use this lock; run `toolbase lock` with the loadout to build it again.',
    },
  );
}

type Exposed = readonly [exposed: string, operation: LockedOperation];
const grouped = new WeakMap<Lock, ReadonlyMap<string, readonly Exposed[]>>();

/** The operations of one toolkit. A lock of many toolkits is gone through once. */
function operationsOf(lock: Lock, toolkit: string): readonly Exposed[] {
  const known = grouped.get(lock);
  if (known !== undefined) return known.get(toolkit) ?? [];
  const byToolkit = new Map<string, Exposed[]>();
  for (const each of Object.entries(lock.operations)) {
    const others = byToolkit.get(each[1].toolkit);
    if (others === undefined) byToolkit.set(each[1].toolkit, [each]);
    else others.push(each);
  }
  grouped.set(lock, byToolkit);
  return byToolkit.get(toolkit) ?? [];
}

function disagreement(lock: Lock, manifest: ToolkitManifest): string | undefined {
  const { name } = manifest;
  const locked = toolkitIn(lock, name);
  if (locked === undefined) return 'it is not locked';
  const own =
    'linked' in locked ? linkedToolkit({ ...locked, manifest }) : lockedToolkit({ ...locked, manifest });
  if (!jsonEqual(locked, own)) return 'its version, host, externals, environments or dependencies';
  for (const [exposed, operation] of operationsOf(lock, name)) {
    const own = manifest.operations.find((each) => each.name === operation.operation);
    const wanted =
      own === undefined
        ? undefined
        : lockedOperation({ toolkit: name, name: operation.tool.name, operation: own });
    if (wanted === undefined || !jsonEqual(comparable(ownWording(operation)), comparable(wanted, operation)))
      return `operation ${exposed}`;
  }
  const skills = lock.skills.filter(({ toolkit }) => toolkit === name);
  const other = skills.find((skill) => !lockedSkills(manifest).some((own) => jsonEqual(own, skill)));
  return other === undefined ? undefined : `skill ${other.name}`;
}

/** What the two must agree in. Of an approved operation the lock holds what a wrapped server published in place of what
 * the files say; `verify --live` and every start of its host hold it against the server. */
function comparable(operation: LockedOperation, { approvedDiff } = operation): Json {
  if (approvedDiff === undefined) return operation;
  const { toolkit, operation: name, upstreamName, effects, maxResultBytes, limits } = operation;
  return { toolkit, operation: name, upstreamName, effects, maxResultBytes, limits };
}
