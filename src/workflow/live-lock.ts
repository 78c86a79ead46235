import { canonicalJson, type ExposedName, type ToolkitName } from '../kernel/index.ts';
import { type Lock, type LockedOperation, lockedOperation, withOperations } from '../lockfile/index.ts';
import { type DescribedOperations, freezeDescribed, type ToolkitSource } from '../manifest/index.ts';

/** What the host of an installed toolkit describes when it is asked. */
export interface LiveToolkit {
  readonly toolkit: ToolkitName;
  readonly described: DescribedOperations;
  /** What its toolkit.yaml says of wrapped operations. */
  readonly said: ToolkitSource['operations'];
}

/** A locked operation that the host does not offer as something that could be locked. */
export interface LiveFault {
  readonly toolkit: ToolkitName;
  readonly operation: ExposedName;
  readonly reason: string;
}

/** The lock as it would be if the toolkits' files said what their hosts publish now. Operations that nobody locked may come
 * and go. @param live at most one entry a toolkit; other toolkits stay as they are
 * @returns the lock, less the operations for which there is a fault */
export function liveLock(
  lock: Lock,
  live: readonly LiveToolkit[],
): { readonly lock: Lock; readonly faults: readonly LiveFault[] } {
  const faults: LiveFault[] = [];
  const operations = Object.values(lock.operations).flatMap((locked) => {
    const host = live.find(({ toolkit }) => toolkit === locked.toolkit);
    const found = host === undefined ? locked : liveOperation(locked, host);
    if (typeof found !== 'string') return [found];
    faults.push({ toolkit: locked.toolkit, operation: locked.tool.name, reason: found });
    return [];
  });
  return { lock: withOperations(lock, operations), faults };
}

/** The operation as its host publishes it, or why there is none. */
function liveOperation(locked: LockedOperation, { described, said }: LiveToolkit): LockedOperation | string {
  const alone = described.kind === 'mcp' ? toolsNamed(described, locked) : operationsNamed(described, locked);
  const count = alone.kind === 'mcp' ? alone.tools.length : alone.operations.length;
  if (count === 0) return 'its host no longer has it';
  if (count > 1) return `its host has it ${count} times`;
  const frozen = freezeDescribed(alone, said);
  if (frozen.kind === 'refused') return frozen.reason;
  const { toolkit, tool, ownDescription } = locked;
  const now = lockedOperation({
    toolkit,
    name: tool.name,
    operation: frozen.operation,
    ...(ownDescription === undefined ? {} : { description: tool.description }),
  });
  // One that is as it was approved stays approved.
  const plain = { ...locked, approvedDiff: undefined };
  return canonicalJson(now) === canonicalJson(plain) ? locked : now;
}

const toolsNamed = (
  { tools }: Extract<DescribedOperations, { kind: 'mcp' }>,
  { upstreamName, operation }: LockedOperation,
): DescribedOperations => ({
  kind: 'mcp',
  tools: tools.filter(({ name }) => name === (upstreamName ?? operation)),
});

const operationsNamed = (
  { kind, operations }: Exclude<DescribedOperations, { kind: 'mcp' }>,
  { operation }: LockedOperation,
): DescribedOperations => ({
  kind,
  operations: operations.filter(({ name }) => name === operation),
});
