import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { lowerSchema } from '../../src/manifest/lower-schema.ts';
import { isPortable } from '../../src/manifest/portable-schema.ts';
import { authoredSchema, nearMiss, valueFor, wildSchema } from './schema-arbitraries.ts';

/** The schema without what a lowered input may leave to the operation when it warns. */
function relaxed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(relaxed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema as { [key: string]: Json };
  const left = Object.entries(rest).filter(
    ([key, value]) =>
      !['pattern', 'format', 'multipleOf', 'uniqueItems'].includes(key) &&
      !(['enum', 'const'].includes(key) && /^\[?(?:[-\d]|true|false)/.test(JSON.stringify(value))),
  );
  const low = [rest['minimum'], exclusiveMinimum].filter((bound) => typeof bound === 'number');
  const high = [rest['maximum'], exclusiveMaximum].filter((bound) => typeof bound === 'number');
  return {
    ...Object.fromEntries(left.map(([key, value]) => [key, relaxed(value)])),
    ...(low.length === 0 ? {} : { minimum: Math.max(...low) }),
    ...(high.length === 0 ? {} : { maximum: Math.min(...high) }),
  };
}

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
});
const validator = (schema: Json) => ajv.compile(schema as object);

describe('lowering a schema', () => {
  it('never throws and gives a portable schema or reasons', () => {
    fc.assert(
      fc.property(wildSchema, fc.constantFrom('input', 'output'), (schema, direction) => {
        const result = lowerSchema(schema, direction);
        if (result.kind === 'refused') expect(result.refusals.length).toBeGreaterThan(0);
        else expect(isPortable(result.schema)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('changes nothing the second time', () => {
    let lowered = 0;
    fc.assert(
      fc.property(authoredSchema, fc.constantFrom('input', 'output'), (schema, direction) => {
        const first = lowerSchema(schema, direction);
        if (first.kind === 'refused') return;
        lowered += 1;
        expect(isPortable(first.schema)).toBe(true);
        expect(lowerSchema(first.schema, direction)).toEqual({
          kind: 'lowered',
          schema: first.schema,
          warnings: [],
        });
      }),
      { numRuns: 800 },
    );
    expect(lowered).toBeGreaterThan(100);
  });

  it('accepts as input only what the authored schema accepts, but for what it warns of', () => {
    let checked = 0;
    fc.assert(
      fc.property(authoredSchema, fc.gen(), (schema, gen) => {
        const result = lowerSchema(schema, 'input');
        if (result.kind === 'refused') return;
        const value = gen(valueFor, result.schema);
        checked += 1;
        expect(validator(result.schema)(value)).toBe(true);
        expect(validator(relaxed(schema))(value)).toBe(true);
        if (result.warnings.length === 0) expect(validator(schema)(value)).toBe(true);
      }),
      { numRuns: 800 },
    );
    expect(checked).toBeGreaterThan(100);
  });

  it('accepts as output all that the authored schema accepts', () => {
    let checked = 0;
    fc.assert(
      fc.property(authoredSchema, fc.gen(), (schema, gen) => {
        const result = lowerSchema(schema, 'output');
        if (result.kind === 'refused') return;
        const [authored, served] = [validator(schema), validator(result.schema)];
        const right = gen(valueFor, result.schema);
        const wrong = gen(nearMiss, right);
        for (const value of [right, wrong].filter((one) => authored(one))) {
          checked += 1;
          expect(served(value)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
    expect(checked).toBeGreaterThan(50);
  });
});
