import { byteCompare, canonicalJson, type ExposedName } from '../kernel/index.ts';
import type { Lock, LockedOperation, ToolObject } from '../lockfile/index.ts';

/** What `tools/list` answers: the tool objects of the lock in byte order of their names, with their keys in one order,
 * so that the same lock gives the same bytes on every machine, for every client and in every run. */
export const toolList = (lock: Lock): readonly ToolObject[] =>
  Object.values(lock.operations)
    .map(({ tool }) => tool)
    .sort((a, b) => byteCompare(a.name, b.name))
    .map(inCanonicalOrder);

const inCanonicalOrder = (tool: ToolObject): ToolObject => {
  const { name, ...rest } = JSON.parse(canonicalJson(tool)) as ToolObject;
  return { name, ...rest };
};

/** The operation behind a name that a client may have made up. */
export const findOperation = (lock: Lock, name: string): LockedOperation | undefined =>
  Object.hasOwn(lock.operations, name) ? lock.operations[name as ExposedName] : undefined;
