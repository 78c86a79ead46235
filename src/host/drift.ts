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
  /** What a client calls it. */
  readonly exposedName: string;
  readonly digests: UpstreamDigests;
}

/** Compares what a wrapped server publishes with what was pinned. Tools that nobody locked may come and go. The error
 * goes to a model: it names tools and fields, and never says the changed words, which may be meant for one.
 * @throws ToolbaseError HOST_DRIFT naming every tool that differs and in which fields */
export function checkDrift(
  toolkit: string,
  pinned: readonly PinnedTool[],
  live: readonly UpstreamTool[],
): void {
  const differences = pinned.flatMap(({ upstreamName, exposedName, digests }) => {
    const named = `${exposedName} (its ${JSON.stringify(upstreamName)})`;
    const found = live.filter((tool) => tool.name === upstreamName);
    const [tool] = found;
    if (tool === undefined) return [`${named} is gone`];
    if (found.length > 1) return [`${named} is listed ${found.length} times`];
    const fields = driftedFields(digests, upstreamDigests(tool));
    return fields.length === 0 ? [] : [`${named} changed in ${fields.join(', ')}`];
  });
  if (differences.length === 0) return;
  throw new ToolbaseError(
    'HOST_DRIFT',
    `the wrapped server of ${toolkit} differs from the lock: ${differences.join('; ')}`,
    {
      hint: 'Nothing was run. `toolbase verify <lock> --live` shows what it publishes now; to take that, approve it, or publish and lock a new version of the toolkit.',
    },
  );
}
