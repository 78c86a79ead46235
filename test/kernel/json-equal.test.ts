import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json, jsonEqual } from '../../src/kernel/index.ts';

/** The same JSON with the keys of every object the other way round. */
function turned(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(turned);
  const entries = Object.entries(value).map(([key, each]): [string, Json] => [key, turned(each ?? null)]);
  return Object.fromEntries(entries.reverse());
}

describe('two values are the same JSON', () => {
  it('when their keys are in another order, and when a key is undefined', () => {
    expect(jsonEqual({ a: 1, b: [true, null] }, { b: [true, null], a: 1, c: undefined })).toBe(true);
  });

  it('and not when anything differs', () => {
    for (const other of [
      { a: 1 },
      { a: 1, b: [null, true] },
      { a: 1, b: {} },
      { a: '1', b: [true, null] },
      [],
      null,
    ])
      expect(jsonEqual({ a: 1, b: [true, null] }, other)).toBe(false);
    expect(jsonEqual([1], [1, undefined as unknown as Json])).toBe(false);
    expect(jsonEqual({ constructor: 1 }, {})).toBe(false);
  });

  it('exactly when their canonical texts are the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(jsonEqual(a as Json, b as Json)).toBe(canonicalJson(a as Json) === canonicalJson(b as Json));
        expect(jsonEqual(a as Json, turned(a as Json))).toBe(true);
        expect(canonicalJson(turned(a as Json))).toBe(canonicalJson(a as Json));
      }),
    );
  });
});
