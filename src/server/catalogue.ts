import { byteCompare, type ExposedName } from '../kernel/index.ts';
import type { Lock, LockedOperation, ToolObject } from '../lockfile/index.ts';

/** What `tools/list` answers: the tool objects of the lock in byte order of their names. */
export const toolList = (lock: Lock): readonly ToolObject[] =>
  Object.values(lock.operations)
    .map(({ tool }) => tool)
    .sort((a, b) => byteCompare(a.name, b.name));

/** The operation behind a name that a client may have made up. */
export const findOperation = (lock: Lock, name: string): LockedOperation | undefined =>
  Object.hasOwn(lock.operations, name) ? lock.operations[name as ExposedName] : undefined;
