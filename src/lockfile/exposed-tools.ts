import { ordinalCompare } from '../kernel/index.ts';
import type { Lock, LockedOperation, ToolObject } from './lock.ts';

/** A tool as a client sees it, and what calling it means. */
export interface ExposedTool {
  readonly tool: ToolObject;
  readonly operation: LockedOperation;
  /** `start`, `follow`: the operation as a job. */
  readonly role: 'call' | 'start' | 'follow';
}

/** Everything that `tools/list` shows of a lock, in byte order of the names, which are ASCII. */
export const exposedTools = (lock: Pick<Lock, 'operations'>): readonly ExposedTool[] =>
  Object.values(lock.operations)
    .flatMap(toolsOf)
    .sort((a, b) => ordinalCompare(a.tool.name, b.tool.name));

export const toolsOf = (operation: LockedOperation): readonly ExposedTool[] => [
  { tool: operation.tool, operation, role: 'call' },
  ...(operation.job === undefined
    ? []
    : [
        { tool: operation.job.start, operation, role: 'start' as const },
        { tool: operation.job.follow, operation, role: 'follow' as const },
      ]),
];
