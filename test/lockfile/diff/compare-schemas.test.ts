import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../../src/lockfile/diff/compare-schemas.ts';
import { rateFinding } from '../../../src/lockfile/diff/rate-finding.ts';
import { acceptanceOf } from '../../../src/lockfile/diff/schema-finding.ts';
import { type PortableNode, PortableSchema } from '../../../src/manifest/index.ts';
import { objectNode, valueNear, variantOf } from './portable-arbitrary.ts';

// `ownProperties`: without it ajv takes the inherited `toString` for a property of every object.
const ajv = new Ajv({ strict: false, ownProperties: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT/ } });

const pairs = objectNode(2).chain((before) =>
  variantOf(before).chain((after) =>
    fc.record({
      before: fc.constant<PortableNode>(before),
      after: fc.constant(after),
      values: fc.array(fc.oneof(valueNear(before), valueNear(after)), { minLength: 15, maxLength: 15 }),
    }),
  ),
);

describe('the comparison of schemas agrees with a validator', () => {
  it('in that nothing it calls same, widened or narrowed is otherwise', () => {
    const seen = { same: 0, widened: 0, narrowed: 0, both: 0 };
    fc.assert(
      fc.property(pairs, ({ before, after, values }) => {
        const acceptance = acceptanceOf(compareSchemas(before, after));
        const [was, is] = [ajv.compile(before), ajv.compile(after)];
        for (const value of values) {
          const [valid, stillValid] = [was(value), is(value)];
          if (valid || stillValid) seen[acceptance] += 1;
          if (acceptance === 'same') expect(stillValid).toBe(valid);
          if (acceptance === 'widened' && valid) expect(stillValid).toBe(true);
          if (acceptance === 'narrowed' && stillValid) expect(valid).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    // The law is empty for values that neither schema accepts.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it('and says the opposite when the two change places', () => {
    const opposite = { same: 'same', widened: 'narrowed', narrowed: 'widened', both: 'both' };
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        const there = acceptanceOf(compareSchemas(before, after));
        expect(acceptanceOf(compareSchemas(after, before))).toBe(opposite[there]);
      }),
    );
  });

  it('and finds nothing exactly when the schemas are equal', () => {
    fc.assert(
      fc.property(pairs, ({ before, after }) => {
        const equal = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
        expect(compareSchemas(before, after).length === 0).toBe(equal);
        expect(compareSchemas(before, structuredClone(before))).toEqual([]);
      }),
    );
  });
});

const x = (node: object, required?: string[]) =>
  PortableSchema.parse({
    type: 'object',
    properties: { x: node },
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  });
const empty = PortableSchema.parse({ type: 'object', properties: {}, additionalProperties: false });
const [text, number] = [{ type: 'string' }, { type: 'number' }];
const words = (...values: string[]) => ({ type: 'string', enum: values });
const list = (limits: object) => ({ type: 'array', items: number, ...limits });

describe('a difference deserves, in an input and in an output,', () => {
  it.each([
    ['a new optional property', empty, x(text), 'widened', 'minor', 'minor'],
    ['a new required property', empty, x(text, ['x']), 'both', 'major', 'minor'],
    ['a dropped property', x(text), empty, 'narrowed', 'major', 'major'],
    ['a dropped required property', x(text, ['x']), empty, 'both', 'major', 'major'],
    ['a property that becomes required', x(text), x(text, ['x']), 'narrowed', 'major', 'minor'],
    ['a property that becomes optional', x(text, ['x']), x(text), 'widened', 'minor', 'major'],
    ['another type', x(text), x(number), 'both', 'major', 'major'],
    ['integer for number', x(number), x({ type: 'integer' }), 'narrowed', 'major', 'minor'],
    ['number for integer', x({ type: 'integer' }), x(number), 'widened', 'minor', 'major'],
    [
      'a raised minimum',
      x({ ...number, minimum: 0 }),
      x({ ...number, minimum: 1 }),
      'narrowed',
      'major',
      'minor',
    ],
    ['a dropped minimum', x({ ...number, minimum: 0 }), x(number), 'widened', 'minor', 'major'],
    ['a new maximum', x(number), x({ ...number, maximum: 9 }), 'narrowed', 'major', 'minor'],
    [
      'a raised maximum',
      x({ ...number, maximum: 9 }),
      x({ ...number, maximum: 10 }),
      'widened',
      'minor',
      'major',
    ],
    ['a new shortest length', x(text), x({ ...text, minLength: 1 }), 'narrowed', 'major', 'minor'],
    [
      'a lowered longest length',
      x({ ...text, maxLength: 3 }),
      x({ ...text, maxLength: 2 }),
      'narrowed',
      'major',
      'minor',
    ],
    ['fewer items allowed', x(list({ maxItems: 3 })), x(list({ maxItems: 2 })), 'narrowed', 'major', 'minor'],
    ['fewer items needed', x(list({ minItems: 2 })), x(list({ minItems: 1 })), 'widened', 'minor', 'major'],
    ['a removed choice', x(words('a', 'b')), x(words('a')), 'narrowed', 'major', 'minor'],
    ['an added choice', x(words('a')), x(words('a', 'b')), 'widened', 'minor', 'major'],
    ['a replaced choice', x(words('a')), x(words('b')), 'both', 'major', 'major'],
    ['choices where any text went', x(text), x(words('a')), 'narrowed', 'major', 'minor'],
    ['any text where choices were', x(words('a')), x(text), 'widened', 'minor', 'major'],
    ['a new format', x(text), x({ ...text, format: 'date-time' }), 'narrowed', 'major', 'minor'],
    ['another default', x({ ...number, default: 1 }), x({ ...number, default: 2 }), 'same', 'major', 'patch'],
    ['a new default', x(number), x({ ...number, default: 2 }), 'same', 'major', 'patch'],
    [
      'another description',
      x({ ...text, description: 'a' }),
      x({ ...text, description: 'b' }),
      'same',
      'patch',
      'patch',
    ],
    ['choices in another order', x(words('a', 'b')), x(words('b', 'a')), 'same', 'patch', 'patch'],
    ['a length of 0 said aloud', x(text), x({ ...text, minLength: 0 }), 'same', 'patch', 'patch'],
  ])('for %s', (_what, before, after, acceptance, input, output) => {
    const findings = compareSchemas(before, after);
    expect(findings).toHaveLength(1);
    expect(acceptanceOf(findings)).toBe(acceptance);
    expect(findings.map((finding) => rateFinding(finding, 'input').level)).toEqual([input]);
    expect(findings.map((finding) => rateFinding(finding, 'output').level)).toEqual([output]);
  });

  it('the same inside an array of objects, where the pointer leads', () => {
    const rows = (node: object) => x({ type: 'array', items: x(node) });
    expect(compareSchemas(rows(number), rows({ ...number, minimum: 0 }))).toEqual([
      {
        pointer: '/properties/x/items/properties/x',
        keyword: 'minimum',
        effect: 'narrows',
        after: 0,
      },
    ]);
  });

  it('a finding for the order of required names, which a client is sent too', () => {
    const of = (...required: string[]) =>
      PortableSchema.parse({
        type: 'object',
        properties: { a: text, b: text },
        required,
        additionalProperties: false,
      });
    expect(compareSchemas(of('a', 'b'), of('b', 'a'))).toEqual([
      { pointer: '', keyword: 'required', effect: 'none', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
  });
});

/** The value with the members of every object in one order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
