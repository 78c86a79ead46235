import type { z } from 'zod';
import type { PortableNode } from './portable-schema.ts';

export type JsonValue = z.core.util.JSONType;
export type JsonObject = { [key: string]: JsonValue };

/** An input may be narrowed and an output widened, never the other way without saying so. */
export type Direction = 'input' | 'output';

/** What is wrong where: an RFC 6901 pointer ("" for the root), written as if references were inlined. */
export type SchemaFault = { readonly pointer: string; readonly reason: string };

/** Largest number of subschemas visited: references to references otherwise grow without bound. */
const MAX_STEPS = 5000;

/** One lowering under way: what it reads and what it has found so far. */
export type Lowering = {
  readonly document: JsonValue;
  readonly direction: Direction;
  readonly refusals: SchemaFault[];
  readonly warnings: SchemaFault[];
  stepsLeft: number;
};

export const startLowering = (document: JsonValue, direction: Direction): Lowering => ({
  document,
  direction,
  refusals: [],
  warnings: [],
  stepsLeft: MAX_STEPS,
});

/** Where a subschema stands, and the references that lead to it. */
export type Place = { readonly pointer: string; readonly refs: readonly string[] };

/** Where a subschema is used: a default has a meaning for a property only. */
export type Role = 'root' | 'property' | 'item';

/** A lowered subschema without its description, and the sentences that belong into it. */
export type Draft = { readonly node: PortableNode; readonly words: readonly string[] };

/** Lowers a child of a container. */
export type LowerChild = (child: JsonValue | undefined, place: Place, role: Role) => Lowered | null;
export type Lowered = { readonly node: PortableNode; readonly nullable: boolean };

export const childOf = (place: Place, ...keys: readonly (string | number)[]): Place => ({
  ...place,
  pointer: keys.reduce<string>(
    (pointer, key) => `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    place.pointer,
  ),
});

/** Notes a refusal and gives the `null` that stands for what cannot be served. */
export function refuse(run: Lowering, place: Place, reason: string): null {
  if (!run.refusals.some((fault) => fault.pointer === place.pointer && fault.reason === reason))
    run.refusals.push({ pointer: place.pointer, reason });
  return null;
}

export function warn(run: Lowering, place: Place, reason: string): void {
  run.warnings.push({ pointer: place.pointer, reason });
}

/** Counts one visited subschema. @returns false, once refused, when there were too many */
export function takeStep(run: Lowering): boolean {
  run.stepsLeft -= 1;
  if (run.stepsLeft === -1)
    refuse(
      run,
      { pointer: '', refs: [] },
      `has more than ${MAX_STEPS} parts once its references are written out`,
    );
  return run.stepsLeft >= 0;
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
