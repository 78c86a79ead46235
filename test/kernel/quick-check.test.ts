import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quickCheck } from '../../src/kernel/index.ts';

const takes = (schema: z.ZodType, value: unknown): boolean | undefined => quickCheck(schema)?.(value);

describe('the quick check of a format', () => {
  it('is not made where the parser would change what it takes', () => {
    for (const schema of [
      z.object({ a: z.string() }),
      z.looseObject({}),
      z.strictObject({ a: z.string().default('x').optional() }),
      z.string().trim(),
      z.coerce.number(),
      z.string().transform((text) => text.length),
      z.array(z.string().catch('x')),
      z.record(z.enum(['a', 'b']), z.string()),
      z.unknown(),
      z.intersection(z.strictObject({}), z.strictObject({})),
    ])
      expect(quickCheck(schema)).toBeUndefined();
  });

  it('leaves a missing default to the parser, which fills it in', () => {
    const schema = z.strictObject({ a: z.string().default('x') });
    expect(takes(schema, {})).toBe(false);
    expect(takes(schema, { a: 'y' })).toBe(true);
    expect(takes(schema, { a: 1 })).toBe(false);
    const some = z.partialRecord(z.enum(['a', 'b']), z.string());
    expect([{}, { a: 'x' }, { c: 'x' }, { a: 1 }].map((value) => takes(some, value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('knows objects, their missing and their unknown members', () => {
    const schema = z.strictObject({ a: z.string(), b: z.number().optional() });
    expect(takes(schema, { a: 'x' })).toBe(true);
    expect(takes(schema, { a: 'x', b: 1 })).toBe(true);
    expect(takes(schema, { a: 'x', b: null })).toBe(false);
    expect(takes(schema, { b: 1 })).toBe(false);
    expect(takes(schema, { a: 'x', c: 1 })).toBe(false);
    expect(takes(schema, JSON.parse('{"a":"x","__proto__":1}'))).toBe(false);
    expect(takes(schema, [])).toBe(false);
    expect(takes(schema, null)).toBe(false);
  });

  it('asks every rule of a text, a number and a list', () => {
    const name = z
      .string()
      .regex(/^[a-z]+$/)
      .min(2)
      .max(3);
    expect(['ab', 'abc', 'a', 'abcd', 'a1', 1].map((value) => takes(name, value))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    const count = z.number().int().nonnegative();
    expect([0, 5, -1, 1.5, 2 ** 53, Infinity, NaN].map((value) => takes(count, value))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    const list = z.array(z.boolean()).min(1);
    expect([[true], [], [1], {}].map((value) => takes(list, value))).toEqual([true, false, false, false]);
    const even = z.number().refine((value) => value % 2 === 0);
    expect([2, 3].map((value) => takes(even, value))).toEqual([true, false]);
  });

  it('asks a format of its own', () => {
    const schema = z.strictObject({ a: z.custom((value) => value !== undefined && value !== 1) });
    expect([{ a: 2 }, { a: null }, { a: 1 }, {}].map((value) => takes(schema, value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('has no memory of what a pattern found before', () => {
    const everywhere = quickCheck(z.string().regex(/a/g));
    expect([1, 2, 3].map(() => everywhere?.('a'))).toEqual([true, true, true]);
  });

  it('follows formats that hold themselves', () => {
    const Tree = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('leaf'), text: z.string() }),
      z.strictObject({
        kind: z.enum(['all', 'any']),
        get of(): z.ZodArray<z.ZodType> {
          return z.array(Tree);
        },
      }),
    ]);
    const leaf = { kind: 'leaf', text: 'x' };
    expect(takes(Tree, { kind: 'all', of: [leaf, { kind: 'any', of: [leaf] }] })).toBe(true);
    expect(takes(Tree, { kind: 'all', of: [leaf, { kind: 'any', of: [{ kind: 'leaf' }] }] })).toBe(false);
    expect(takes(Tree, { kind: 'none', of: [] })).toBe(false);
    expect(takes(z.json(), { a: [null, true, 1, 'x', { b: [] }] })).toBe(true);
    expect(takes(z.json(), { a: undefined })).toBe(false);
  });
});
