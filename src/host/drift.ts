import { ToolbaseError } from '../kernel/index.ts';
import {
  driftedFields,
  type UpstreamDigests,
  upstreamDigests,
  type UpstreamTool,
} from '../manifest/index.ts';

/** A tool of a wrapped server as the lock pins it. */
export interface PinnedTool {
  readonly upstreamName: string;
  readonly digests: UpstreamDigests;
}

/** Compares what a wrapped server publishes with what was pinned. Tools that nobody locked may come and go.
 * @throws ToolbaseError HOST_DRIFT naming every tool that differs and in which fields */
export function checkDrift(
  toolkit: string,
  pinned: readonly PinnedTool[],
  live: readonly UpstreamTool[],
): void {
  const differences = pinned.flatMap(({ upstreamName, digests }) => {
    const named = live.filter((tool) => tool.name === upstreamName);
    const [tool] = named;
    if (tool === undefined) return [`${upstreamName} is gone`];
    if (named.length > 1) return [`${upstreamName} is listed ${named.length} times`];
    const fields = driftedFields(digests, upstreamDigests(tool));
    return fields.length === 0 ? [] : [`${upstreamName} changed its ${fields.join(', ')}`];
  });
  if (differences.length === 0) return;
  throw new ToolbaseError(
    'HOST_DRIFT',
    `the wrapped server of ${toolkit} differs from the lock: ${differences.join('; ')}`,
    { hint: 'Nothing was run. If the change is wanted, publish a new version of the toolkit and lock it.' },
  );
}
