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

/** Finds the operation that calling a tool runs; none for a tool that follows a job. Every call is looked up, so the tools
 * of jobs are sorted out once. */
export function operationsBehind(lock: Lock): (name: string) => LockedOperation | undefined {
  const jobs = jobTools(lock);
  return (name) => {
    const job = jobs.get(name);
    return job === undefined ? findOperation(lock, name) : job.role === 'start' ? job.operation : undefined;
  };
}
