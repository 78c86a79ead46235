import { meantHint, reportOf, ToolbaseError } from '../../kernel/index.ts';
import { type Lock, type LockedOperation, toolkitIn } from '../../lockfile/index.ts';
import type { CallEntry } from '../../record/index.ts';
import { createCallLogWriter } from '../../record/io/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import { findOperation } from '../catalogue.ts';
import type { JsonObject } from '../schema-checker.ts';
import type { Session, SessionParts } from './session.ts';
import { withJobCalls } from './job-calls.ts';
import { createJobRegistry } from './job-registry.ts';
import { openCallCache } from './call-cache.ts';
import { createCallRecorder } from './call-recorder.ts';
import { type PerformedCall, performCall } from './perform-call.ts';
import { type GuardedOptions, withPolicy } from './policy-calls.ts';
import { loadSchemaChecker } from './schema-checker.ts';
import { createMachineRules } from './machine-rules.ts';
import { createSessionHosts } from './session-hosts.ts';
import { createCallQueue } from './call-queue.ts';

/** All that a session needs once an operation is called: hosts, validators, the call log. */
export async function createCalls(
  parts: SessionParts,
): Promise<Omit<Session, 'tools' | 'instructions' | 'knows'>> {
  const { lock, workspace } = parts;
  const callLog = createCallLogWriter(parts.callLogFile, (thrown) => tellFault(parts, thrown));
  const checker = await loadSchemaChecker();
  const rules = createMachineRules(parts.settings, parts.policies ?? []);
  const hosts = createSessionHosts(parts, rules);
  const queue = createCallQueue();
  const onFault = (thrown: unknown): void => tellFault(parts, thrown);
  const cache = await openCallCache(parts, hosts, onFault);
  const recorder = parts.record === true ? createCallRecorder(parts.callLogFile) : undefined;
  const running = new Set<Promise<CallOutcome>>();

  const call = async (name: string, args: JsonObject, options: GuardedOptions = {}): Promise<CallOutcome> => {
    try {
      const operation = found(lock, name);
      const host = hosts.of(operation.toolkit);
      await callLog.open();
      const startedAt = new Date();
      const startedMs = performance.now();
      const limits = await rules.limitsOf(operation);
      const performed = await queue.run(name, limits.concurrency, options.signal, () =>
        performCall(
          { operation, args, limits, ...options },
          { host, checker, workspace, cache, recorder, onFault },
        ),
      );
      await callLog.append({
        startedAt: startedAt.toISOString(),
        durationMs: Math.round((performance.now() - startedMs) * 1000) / 1000,
        ...entryOf(lock, operation, performed, hosts.externalsOf(operation.toolkit)),
      });
      if (performed.outcome.kind === 'answered') parts.onFiles?.(performed.outcome.files ?? []);
      return performed.outcome;
    } catch (thrown) {
      onFault(thrown);
      return failedOutcome(thrown);
    }
  };

  const tracked: typeof call = (...request) => {
    const outcome = call(...request);
    running.add(outcome);
    void outcome.then(() => running.delete(outcome));
    return outcome;
  };
  const jobs = parts.jobs ?? createJobRegistry();

  return {
    ...withPolicy(withJobCalls(tracked, { lock, jobs, checker }), tracked, { lock, rules, onFault }),
    warm: () => hosts.warm(),
    runningJobs: jobs.running,
    close: async () => {
      if (parts.jobs === undefined) void jobs.close();
      await hosts.close();
      // Calls that were cut off leave their line too.
      await Promise.all(running);
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
    { hint: meantHint(name.slice(0, 80), Object.keys(lock.operations)) },
  );
}

function entryOf(
  lock: Lock,
  { toolkit: name, tool }: LockedOperation,
  { outcome, argumentsDigest, resultDigest, reads, writes, usage, cache, recorded }: PerformedCall,
  externals: Readonly<Record<string, string>>,
): Omit<CallEntry, 'startedAt' | 'durationMs'> {
  const toolkit = toolkitIn(lock, name);
  if (toolkit === undefined) throw new ToolbaseError('LOCK_DAMAGED', `the lock names no toolkit ${name}`);
  return {
    lockDigest: lock.lockDigest,
    operation: tool.name,
    toolkit: {
      name,
      version: toolkit.version,
      treeDigest: toolkit.treeDigest,
      ...('linked' in toolkit ? { linked: true as const } : {}),
    },
    argumentsDigest,
    resultDigest,
    reads: [...reads],
    writes: [...writes],
    outcome: outcome.kind === 'answered' ? 'OK' : outcome.error.code,
    ...(Object.keys(externals).length === 0 ? {} : { externals }),
    ...(usage === undefined ? {} : { usage }),
    ...(cache === undefined ? {} : { cache }),
    ...(recorded === undefined ? {} : { recorded }),
  };
}

function tellFault({ onFault }: SessionParts, thrown: unknown): void {
  const { code } = reportOf(thrown);
  if (code === 'INTERNAL')
    onFault(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
}
