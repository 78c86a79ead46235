import type { Digest, ErrorReport, ToolkitName, Version } from '../kernel/index.ts';
import { diffDigest, diffLocks, type Lock, type LockDiff, toolkitIn } from '../lockfile/index.ts';
import { type LiveFault, type LiveToolkit, liveLock } from './live-lock.ts';

/** Whether a host publishes what is locked of its toolkit. `unknown`: it could not be asked. */
export interface LiveState {
  readonly name: ToolkitName;
  readonly version: Version;
  readonly state: 'same' | 'drift' | 'unknown';
  /** Locked operations that the host does not offer, and why. */
  readonly faults: readonly Pick<LiveFault, 'operation' | 'reason'>[];
  readonly problem?: ErrorReport;
}

/** What all hosts publish now, against a lock. */
export interface LiveReport {
  readonly ending: 'good' | 'drift' | 'unknown';
  readonly toolkits: readonly LiveState[];
  /** From the lock to what hosts publish; absent when there is no drift. */
  readonly diff?: LockDiff;
  /** Of the diff: an approval names it. */
  readonly diffDigest?: Digest;
  /** Why the drift cannot be approved; absent when it can. */
  readonly obstacle?: string;
}

/** A toolkit whose host was asked, or could not be. */
export type Asked =
  | ({ readonly kind: 'live' } & LiveToolkit)
  | { readonly kind: 'unknown'; readonly toolkit: ToolkitName; readonly problem: ErrorReport };

/** @returns the report, and the lock as the hosts would have it */
export function liveReport(lock: Lock, asked: readonly Asked[]): { report: LiveReport; live: Lock } {
  const { lock: live, faults } = liveLock(
    lock,
    asked.filter((each) => each.kind === 'live'),
  );
  const diff = diffLocks(lock, live);
  const toolkits = asked.map((each) => stateOf(each, lock, diff, faults));
  const drift = toolkits.some(({ state }) => state === 'drift');
  const unknown = toolkits.some(({ state }) => state === 'unknown');
  const obstacle = obstacleTo(toolkits, lock);
  return {
    live,
    report: {
      ending: drift ? 'drift' : unknown ? 'unknown' : 'good',
      toolkits,
      ...(drift ? { diff, diffDigest: diffDigest(diff) } : {}),
      ...(obstacle === undefined ? {} : { obstacle }),
    },
  };
}

function stateOf(each: Asked, lock: Lock, diff: LockDiff, faults: readonly LiveFault[]): LiveState {
  const { toolkit: name } = each;
  const version = toolkitIn(lock, name)?.version;
  if (version === undefined) throw new TypeError(`${name} is not in the lock`);
  if (each.kind === 'unknown') return { name, version, state: 'unknown', faults: [], problem: each.problem };
  const drifted = diff.operations.some(({ toolkit }) => toolkit === name);
  return {
    name,
    version,
    state: drifted ? 'drift' : 'same',
    faults: faults.filter(({ toolkit }) => toolkit === name),
  };
}

/** Only other words and schemas of a wrapped server's tools can be taken into a lock: the files of a `node` toolkit are the
 * locked ones, so that a host which says other than they do is no version of anything. */
function obstacleTo(toolkits: readonly LiveState[], lock: Lock): string | undefined {
  const unknown = toolkits.find(({ state }) => state === 'unknown');
  if (unknown !== undefined) return `what the host of ${unknown.name} publishes could not be seen`;
  for (const { name, state, faults } of toolkits) {
    if (state !== 'drift') continue;
    if (toolkitIn(lock, name)?.hostKind !== 'mcp')
      return `${name} is no wrapped server, and contradicts its own files`;
    const [fault] = faults;
    if (fault !== undefined) return `${fault.operation}: ${fault.reason}`;
  }
  return undefined;
}
