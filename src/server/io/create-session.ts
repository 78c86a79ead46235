import { reportOf, ToolbaseError, type ToolkitName } from '../../kernel/index.ts';
import type { MachineValues } from '../../host/index.ts';
import {
  createHost,
  type Host,
  type HostCall,
  type HostLimits,
  type HostSurroundings,
  prepareToolkit,
} from '../../host/io/index.ts';
import type { Lock, LockedOperation, LockedToolkit, ToolObject } from '../../lockfile/index.ts';
import type { ToolkitManifest } from '../../manifest/index.ts';
import type { CallLogWriter } from '../../record/io/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import { findOperation, toolList } from '../catalogue.ts';
import { pinnedTools } from '../pinned-tools.ts';
import type { JsonObject } from '../schema-checker.ts';
import { type PerformedCall, performCall } from './perform-call.ts';
import { loadSchemaChecker } from './schema-checker.ts';

export interface SessionParts {
  readonly lock: Lock;
  readonly store: HostSurroundings['store'];
  readonly environments: HostSurroundings['environments'];
  /** Absolute real path of a folder that exists. */
  readonly workspace: string;
  readonly machine: (manifest: ToolkitManifest) => Promise<MachineValues>;
  readonly callLog: CallLogWriter;
  readonly containment: HostSurroundings['containment'];
  readonly limits?: HostLimits | undefined;
  /** Sees each line that a host prints. */
  readonly onHostLog?: ((toolkit: string, line: string) => void) | undefined;
  /** Sees faults of our own, which a client is told by their code alone. */
  readonly onFault: (message: string) => void;
}

/** The operations of a lock, ready to be called: what every front (MCP, command line) uses. No host is started before
 * the first call to its toolkit. */
export interface Session {
  readonly tools: readonly ToolObject[];
  readonly instructions: string;
  readonly knows: (name: string) => boolean;
  /** Never throws: an unknown name is an outcome too. */
  readonly call: (
    name: string,
    args: JsonObject,
    options?: Pick<HostCall, 'signal' | 'onProgress'>,
  ) => Promise<CallOutcome>;
  /** Stops the hosts, completes the call log. */
  readonly close: () => Promise<void>;
}

export function createSession(parts: SessionParts): Session {
  const { lock, callLog } = parts;
  const hosts = new Map<ToolkitName, Host>();
  let checker: ReturnType<typeof loadSchemaChecker> | undefined;

  const hostOf = (name: ToolkitName, toolkit: LockedToolkit): Host => {
    const known = hosts.get(name);
    if (known !== undefined) return known;
    const host = createHost(name, () => prepare(parts, name, toolkit), parts.limits);
    hosts.set(name, host);
    return host;
  };

  return {
    tools: toolList(lock),
    instructions: lock.instructions,
    knows: (name) => findOperation(lock, name) !== undefined,
    call: async (name, args, options = {}) => {
      try {
        const operation = found(lock, name);
        const toolkit = toolkitOf(lock, operation);
        await callLog.open();
        const startedAt = new Date();
        const startedMs = performance.now();
        const performed = await performCall(
          { operation, args, ...options },
          {
            host: hostOf(operation.toolkit, toolkit),
            checker: await (checker ??= loadSchemaChecker()),
            workspace: parts.workspace,
            onFault: (thrown) => tellFault(parts, thrown),
          },
        );
        await callLog.append({
          startedAt: startedAt.toISOString(),
          durationMs: Math.round((performance.now() - startedMs) * 1000) / 1000,
          lockDigest: lock.lockDigest,
          operation: name,
          toolkit: { name: operation.toolkit, version: toolkit.version, treeDigest: toolkit.treeDigest },
          ...entryOf(performed),
        });
        return performed.outcome;
      } catch (thrown) {
        tellFault(parts, thrown);
        return failedOutcome(thrown);
      }
    },
    close: async () => {
      await Promise.all(Array.from(hosts.values(), (host) => host.close()));
      await callLog.close();
    },
  };
}

function found(lock: Lock, name: string): LockedOperation {
  const operation = findOperation(lock, name);
  if (operation !== undefined) return operation;
  throw new ToolbaseError(
    'UNKNOWN_OPERATION',
    `the lock exposes no operation ${JSON.stringify(name.slice(0, 80))}`,
    {
      hint: 'Run `toolbase list` with the lock to see what it exposes.',
    },
  );
}

function toolkitOf(lock: Lock, { toolkit: name }: LockedOperation): LockedToolkit {
  const toolkit = lock.toolkits[name];
  if (toolkit === undefined) throw new ToolbaseError('LOCK_DAMAGED', `the lock names no toolkit ${name}`);
  if (toolkit.hostKind === 'exec')
    throw new ToolbaseError(
      'UNSUPPORTED',
      `${name} has a host of kind exec, which this toolbase does not run`,
    );
  return toolkit;
}

const prepare = (parts: SessionParts, name: ToolkitName, toolkit: LockedToolkit) => {
  const { onHostLog } = parts;
  return prepareToolkit(
    {
      name,
      version: toolkit.version,
      treeDigest: toolkit.treeDigest,
      pinned: pinnedTools(parts.lock, name),
    },
    {
      store: parts.store,
      environments: parts.environments,
      workspace: parts.workspace,
      containment: parts.containment,
      machine: parts.machine,
      onLog: onHostLog === undefined ? undefined : (line) => onHostLog(name, line),
    },
  );
};

const entryOf = ({ outcome, argumentsDigest, resultDigest, reads, writes }: PerformedCall) => ({
  argumentsDigest,
  resultDigest,
  reads: [...reads],
  writes: [...writes],
  outcome: outcome.kind === 'answered' ? ('OK' as const) : outcome.error.code,
});

function tellFault({ onFault }: SessionParts, thrown: unknown): void {
  const { code } = reportOf(thrown);
  if (code === 'INTERNAL')
    onFault(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
}
