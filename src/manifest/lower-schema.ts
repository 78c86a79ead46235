import { z } from 'zod';
import type { Json } from '../kernel/index.ts';
import { lowerNode } from './lower-node.ts';
import { childOf, type Direction, type Place, type SchemaFault, startLowering } from './lowering.ts';
import { type PortableSchema, sizeFault } from './portable-schema.ts';

export type LoweringResult =
  | {
      readonly kind: 'lowered';
      readonly schema: PortableSchema;
      /** Constraints of an input that only the operation checks. */
      readonly warnings: readonly SchemaFault[];
    }
  | { readonly kind: 'refused'; readonly refusals: readonly SchemaFault[] };

const MAX_DEPTH = 64;
const MAX_VALUES = 50_000;

/** Brings a JSON Schema (draft 7 to 2020-12) into the portable subset that every client understands, or says why that
 * is impossible. References are inlined; ranges, lengths and defaults are also said in words in the descriptions.
 * An input is never widened without a warning, an output never narrowed. Lowering a lowered schema changes nothing.
 * Never throws. */
export function lowerSchema(schema: Json, direction: Direction): LoweringResult {
  const fault = documentFault(schema);
  if (fault !== undefined) return refused([fault]);
  const document = z.json().safeParse(schema);
  if (!document.success) return refused([{ pointer: '', reason: 'is no JSON' }]);
  const run = startLowering(document.data, direction);
  const lowered = lowerNode(document.data, { pointer: '', refs: [] }, 'root', 0, run);
  if (lowered?.node.type !== 'object' || run.refusals.length > 0) return refused(run.refusals);
  const excess = sizeFault(lowered.node);
  if (excess !== undefined) return refused([{ pointer: '', reason: excess }]);
  return { kind: 'lowered', schema: lowered.node, warnings: run.warnings };
}

const refused = (refusals: readonly SchemaFault[]): LoweringResult => ({ kind: 'refused', refusals });

// Iterative, since a recursive walk of a hostile document would exhaust the stack.
function documentFault(document: Json): SchemaFault | undefined {
  const open: { value: Json | undefined; place: Place; depth: number }[] = [
    { value: document, place: { pointer: '', refs: [] }, depth: 0 },
  ];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place, depth } = next;
    seen += 1;
    if (depth > MAX_DEPTH || seen > MAX_VALUES)
      return { pointer: '', reason: `has more than ${MAX_VALUES} values or ${MAX_DEPTH} levels` };
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const at = childOf(place, key);
      // A record copied by zod would lose this key in silence.
      if (key === '__proto__') return { pointer: at.pointer, reason: 'is a forbidden name' };
      open.push({ value: child, place: at, depth: depth + 1 });
    }
  }
  return undefined;
}
