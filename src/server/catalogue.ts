import type { ExposedName } from '../kernel/index.ts';
import {
  type ExposedTool,
  exposedTools,
  type Lock,
  type LockedOperation,
  type ToolObject,
} from '../lockfile/index.ts';

/** What `tools/list` answers: the tool objects of the lock in byte order of their names. */
export const toolList = (lock: Lock): readonly ToolObject[] => exposedTools(lock).map(({ tool }) => tool);

/** The operation that calling a tool runs; none for one that follows a job. */
export function operationBehind(lock: Lock, name: string): LockedOperation | undefined {
  const exposed = exposedTools(lock).find(({ tool }) => tool.name === name);
  return exposed === undefined || exposed.role === 'follow' ? undefined : exposed.operation;
}

/** The tools that start and follow jobs, by name. */
export const jobTools = (lock: Lock): ReadonlyMap<string, ExposedTool> =>
  new Map(
    exposedTools(lock)
      .filter(({ role }) => role !== 'call')
      .map((exposed) => [exposed.tool.name, exposed]),
  );

/** The operation behind a name that a client may have made up. */
export const findOperation = (lock: Lock, name: string): LockedOperation | undefined =>
  Object.hasOwn(lock.operations, name) ? lock.operations[name as ExposedName] : undefined;
