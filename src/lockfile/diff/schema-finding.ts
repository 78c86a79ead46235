import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { Level } from './level.ts';

/** What a difference does to the set of accepted values. `both`: some are accepted no longer, others newly. */
export const AcceptanceEffect = z.enum(['none', 'narrows', 'widens', 'both']);
export type AcceptanceEffect = z.output<typeof AcceptanceEffect>;

const Keyword = z.enum([
  'type',
  'property',
  'required',
  'enum',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'default',
  'description',
]);

// Typed as the kernel's JSON, which admits absent members: subschemas have optional keywords.
const JsonValue: z.ZodType<Json> = z.json();

/** One difference between two portable schemas. */
export const SchemaFinding = z.strictObject({
  /** JSON pointer of the subschema; empty for the root. */
  pointer: z.string(),
  /** `property`: added (no `before`) or dropped (no `after`), with the whole subschema. `required`: of one property, true
   * or false; of an object, a changed order of the list. Else the keyword of that name, absent where it is not stated. */
  keyword: Keyword,
  effect: AcceptanceEffect,
  level: Level,
  before: JsonValue.optional(),
  after: JsonValue.optional(),
});
export type SchemaFinding = z.output<typeof SchemaFinding>;

/** A finding before it is known on which side of a call the schema stands. */
export type UnratedFinding = Omit<SchemaFinding, 'level'>;

/** What the schema change as a whole does: `same` accepts exactly the same values. */
export const Acceptance = z.enum(['same', 'narrowed', 'widened', 'both']);
export type Acceptance = z.output<typeof Acceptance>;

/** The sum of the effects: sound, since each is. */
export function acceptanceOf(findings: readonly UnratedFinding[]): Acceptance {
  const has = (effect: AcceptanceEffect) => findings.some((f) => f.effect === effect || f.effect === 'both');
  if (has('narrows')) return has('widens') ? 'both' : 'narrowed';
  return has('widens') ? 'widened' : 'same';
}
