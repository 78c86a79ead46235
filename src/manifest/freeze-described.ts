import { freezeOperation } from './freeze-operation.ts';
import { ManifestFaults } from './manifest-faults.ts';
import { candidatesOf, type DescribedOperations } from './operation-candidates.ts';
import type { Operation } from './toolkit-manifest.ts';
import type { ToolkitSource } from './toolkit-source.ts';

/** An operation as packing would freeze it, or why it could not. */
export type FrozenOperation =
  | { readonly kind: 'frozen'; readonly operation: Operation }
  | { readonly kind: 'refused'; readonly reason: string };

/** Freezes one described operation by itself, whatever is wrong with others beside it.
 * @param described holds that operation alone   @param said what toolkit.yaml says of wrapped operations */
export function freezeDescribed(
  described: DescribedOperations,
  said: ToolkitSource['operations'],
): FrozenOperation {
  const faults = new ManifestFaults();
  const names =
    described.kind === 'node'
      ? []
      : (described.kind === 'mcp' ? described.tools : described.operations).map(({ name }) => name);
  const own = Object.fromEntries(Object.entries(said).filter(([name]) => names.includes(name)));
  const [candidate] = candidatesOf(described, own, faults);
  const operation = candidate === undefined ? undefined : freezeOperation(candidate, faults);
  const reasons = faults.reasons();
  if (operation !== undefined && reasons.length === 0) return { kind: 'frozen', operation };
  return { kind: 'refused', reason: reasons.length > 0 ? reasons.join('; ') : 'it is left out' };
}
