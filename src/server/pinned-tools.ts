import type { PinnedTool } from '../host/index.ts';
import type { ToolkitName } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';

/** The tools of a wrapped server that a lock exposes, with what it pins of each. */
export const pinnedTools = (lock: Lock, toolkit: ToolkitName): readonly PinnedTool[] =>
  Object.values(lock.operations).flatMap((operation) =>
    operation.toolkit === toolkit && operation.upstreamDigests !== undefined
      ? [
          {
            upstreamName: operation.upstreamName ?? operation.operation,
            exposedName: operation.tool.name,
            digests: operation.upstreamDigests,
          },
        ]
      : [],
  );
