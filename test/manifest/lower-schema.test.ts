import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../src/kernel/index.ts';
import { lowerSchema } from '../../src/manifest/lower-schema.ts';

const object = (properties: { [key: string]: Json }, more: { [key: string]: Json } = {}): Json => ({
  type: 'object',
  properties,
  ...more,
});

const lowered = (schema: Json, direction: 'input' | 'output' = 'input') => {
  const result = lowerSchema(schema, direction);
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.refusals));
  return result;
};

/** The one property `a` of an input, lowered. */
const property = (schema: Json): unknown => lowered(object({ a: schema })).schema.properties['a'];

const refusals = (schema: Json, direction: 'input' | 'output' = 'input') => {
  const result = lowerSchema(schema, direction);
  return result.kind === 'refused' ? result.refusals.map((fault) => fault.pointer) : [];
};

describe('lowering an input', () => {
  it('closes the root, sorts the required names and drops what only annotates', () => {
    const schema = object(
      { b: { type: 'string', title: 'B', examples: ['x'] }, a: { type: 'boolean' } },
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'Arguments',
        required: ['b', 'a'],
        additionalProperties: false,
      },
    );
    expect(lowered(schema)).toEqual({
      kind: 'lowered',
      schema: {
        type: 'object',
        properties: { b: { type: 'string' }, a: { type: 'boolean' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      warnings: [],
    });
  });

  it('takes an operation without arguments', () => {
    expect(lowered({ type: 'object' }).schema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('says ranges and defaults in words behind the description', () => {
    expect(
      property({ type: 'number', description: 'Mixing angle in rad', minimum: 0, maximum: 1, default: 0.5 }),
    ).toEqual({
      type: 'number',
      description: 'Mixing angle in rad. Range: 0 to 1. Default: 0.5.',
      minimum: 0,
      maximum: 1,
      default: 0.5,
    });
  });

  it('does not take a longer range for the same words', () => {
    expect(
      property({ type: 'number', description: 'Range: 0 to 1.5', minimum: 0, maximum: 1 }),
    ).toMatchObject({
      description: 'Range: 0 to 1.5. Range: 0 to 1.',
    });
  });

  it('folds exclusive bounds of integers and keeps those of numbers in words', () => {
    expect(property({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9.5 })).toEqual({
      type: 'integer',
      description: 'Range: 1 to 9.',
      minimum: 1,
      maximum: 9,
    });
    const number = lowered(
      object({ a: { type: 'number', exclusiveMinimum: 0, description: 'Mass in GeV.' } }),
    );
    expect(number.schema.properties['a']).toEqual({
      type: 'number',
      description: 'Mass in GeV. Minimum: 0. Greater than 0.',
      minimum: 0,
    });
    expect(number.warnings.map((fault) => fault.pointer)).toEqual(['/properties/a']);
  });

  it('drops the bounds that zod gives every integer', () => {
    expect(property({ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 })).toEqual({
      type: 'integer',
    });
  });

  it.each<[string, Json]>([
    ['anyOf with null', { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }],
    ['oneOf with null', { oneOf: [{ type: 'null' }, { type: 'integer' }] }],
    ['a type array', { type: ['integer', 'null'] }],
    ['nullable', { type: 'integer', nullable: true }],
    ['allOf of one', { allOf: [{ type: 'integer' }] }],
    ['a repeated alternative', { anyOf: [{ type: 'integer' }, { type: 'integer', title: 'B' }] }],
  ])('reads an optional property written as %s', (_, schema) => {
    expect(property(schema)).toEqual({ type: 'integer' });
  });

  it('warns when a required value could have been null', () => {
    const { warnings } = lowered(object({ a: { type: ['string', 'null'] } }, { required: ['a'] }));
    expect(warnings.map((fault) => fault.pointer)).toEqual(['/properties/a']);
  });

  it('turns constants and unions of strings into one list', () => {
    expect(property({ const: 'GeV' })).toEqual({ type: 'string', enum: ['GeV'] });
    expect(
      property({ anyOf: [{ const: 'GeV' }, { type: 'string', enum: ['TeV', 'GeV'] }], description: 'Unit' }),
    ).toEqual({ type: 'string', enum: ['GeV', 'TeV'], description: 'Unit' });
  });

  it('inlines references; their neighbours win over what they annotate', () => {
    const schema = object(
      { a: { $ref: '#/$defs/mass', description: 'Mass of S in GeV' }, b: { $ref: '#/$defs/mass' } },
      { $defs: { mass: { type: 'number', minimum: 0, description: 'A mass in GeV.' } } },
    );
    expect(lowered(schema).schema.properties).toEqual({
      a: { type: 'number', minimum: 0, description: 'Mass of S in GeV. Minimum: 0.' },
      b: { type: 'number', minimum: 0, description: 'A mass in GeV. Minimum: 0.' },
    });
  });

  it('turns a tuple of equal types into an array of its length', () => {
    const [x, y] = [
      { type: 'number', description: 'px in GeV' },
      { type: 'number', description: 'py in GeV' },
    ];
    const array = {
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      description: 'Items: 2. Items in order: px in GeV; py in GeV.',
    };
    expect(property({ type: 'array', prefixItems: [x, y], items: false })).toEqual(array);
    expect(property({ type: 'array', items: [x, y] })).toEqual(array);
  });

  it('says patterns, steps and formats in words and warns that only the operation checks them', () => {
    const schema = object({
      a: { type: 'string', pattern: '^[a-z]+$' },
      b: { type: 'number', multipleOf: 0.5 },
      c: { type: 'string', format: 'uuid' },
      d: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    });
    expect(lowered(schema).schema.properties).toEqual({
      a: { type: 'string', description: 'Pattern: `^[a-z]+$`.' },
      b: { type: 'number', description: 'Multiple of 0.5.' },
      c: { type: 'string', description: 'Format: uuid.' },
      d: { type: 'array', items: { type: 'string' }, description: 'Items are distinct.' },
    });
    expect(lowered(schema).warnings.map((fault) => fault.pointer)).toEqual([
      '/properties/a',
      '/properties/b',
      '/properties/c',
      '/properties/d',
    ]);
  });

  it('lowers what zod writes for an object with defaults', () => {
    const authored = z.object({
      massGeV: z.number().positive().describe('Mass in GeV'),
      couplings: z
        .array(z.object({ re: z.number(), im: z.number().default(0) }))
        .min(1)
        .max(2),
    });
    const schema: Json = JSON.parse(JSON.stringify(z.toJSONSchema(authored, { io: 'input' }))) as Json;
    expect(lowered(schema).schema).toEqual({
      type: 'object',
      properties: {
        massGeV: { type: 'number', minimum: 0, description: 'Mass in GeV. Minimum: 0. Greater than 0.' },
        couplings: {
          type: 'array',
          description: 'Items: 1 to 2.',
          minItems: 1,
          maxItems: 2,
          items: {
            type: 'object',
            properties: {
              re: { type: 'number' },
              im: { type: 'number', default: 0, description: 'Default: 0.' },
            },
            required: ['re'],
            additionalProperties: false,
          },
        },
      },
      required: ['couplings', 'massGeV'],
      additionalProperties: false,
    });
  });

  it.each<[string, Json, string]>([
    ['a union of types', { type: ['string', 'number'] }, '/properties/a'],
    [
      'a union of objects',
      { anyOf: [object({ x: { type: 'string' } }), object({ y: { type: 'string' } })] },
      '/properties/a',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, '/properties/a'],
    ['a free object', { type: 'object' }, '/properties/a'],
    ['a property without type', { description: 'anything' }, '/properties/a'],
    ['a boolean schema', true, '/properties/a'],
    ['an array without items', { type: 'array' }, '/properties/a'],
    [
      'a tuple of different types',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      '/properties/a',
    ],
    ['a mixed enum', { enum: ['a', 1] }, '/properties/a'],
    ['an empty string to choose', { enum: ['', 'a'] }, '/properties/a/enum'],
    ['not', { type: 'string', not: { const: 'x' } }, '/properties/a/not'],
    ['patternProperties', { type: 'object', patternProperties: {} }, '/properties/a/patternProperties'],
    ['an identifier', { $id: 'https://example.org/a', type: 'string' }, '/properties/a/$id'],
    ['a remote reference', { $ref: 'https://example.org/a' }, '/properties/a'],
    ['a reference to nothing', { $ref: '#/$defs/none' }, '/properties/a'],
    ['a cyclic reference', { $ref: '#/properties/a' }, '/properties/a'],
    ['a dynamic reference', { $dynamicRef: '#node' }, '/properties/a/$dynamicRef'],
    ['a default that does not fit', { type: 'number', maximum: 1, default: 2 }, '/properties/a'],
    ['bounds that leave nothing', { type: 'number', minimum: 1, maximum: 0 }, '/properties/a'],
    ['parts that contradict', { type: 'string', allOf: [{ type: 'number' }] }, '/properties/a'],
    ['hidden text', { type: 'string', description: 'Mass\u200b in GeV' }, '/properties/a'],
    ['hidden text in a default', { type: 'string', default: 'a\u{e0041}' }, '/properties/a'],
  ])('refuses %s', (_, schema, pointer) => {
    expect(refusals(object({ a: schema }))).toContain(pointer);
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '1st',
    'a b',
    'größe',
    'a'.repeat(65),
  ])('refuses the property name %s', (name) => {
    const properties = Object.fromEntries([[name, { type: 'string' }]]);
    expect(refusals(object(properties))).toEqual([`/properties/${name}`]);
  });

  it('refuses a description that the words make too long', () => {
    const description = 'x'.repeat(995);
    expect(property({ type: 'number', description })).toEqual({ type: 'number', description });
    expect(refusals(object({ a: { type: 'number', description, minimum: 0 } }))).toEqual(['/properties/a']);
  });

  it('names every fault at once', () => {
    expect(
      refusals(object({ a: {}, b: { type: 'string' }, c: { type: 'object', properties: { d: true } } })),
    ).toEqual(['/properties/a', '/properties/c/properties/d']);
  });

  it('nests five containers and no more', () => {
    const nested = (levels: number): Json =>
      levels === 0 ? { type: 'number' } : { type: 'array', items: nested(levels - 1) };
    expect(refusals(object({ a: nested(4) }))).toEqual([]);
    expect(refusals(object({ a: nested(5) }))).toEqual(['/properties/a/items/items/items/items']);
  });

  it('refuses references that would write out to more than a client takes', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `d${level}`,
        { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
      ]),
    );
    const schema = object({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...doubling, d30: { type: 'string' } } });
    expect(refusals(schema)).toEqual(['']);
  });

  it('refuses more than 16,000 bytes', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `p${index}`,
        { type: 'string', description: 'x'.repeat(400) },
      ]),
    );
    expect(refusals(object(many))).toEqual(['']);
  });
});

describe('lowering an output', () => {
  const closed = { additionalProperties: false };

  it('keeps what widens and tells no defaults', () => {
    const schema = object(
      { a: { type: 'number', minimum: 0, default: 1 }, b: { type: 'string', pattern: '^x' } },
      { ...closed, required: ['a'] },
    );
    expect(lowered(schema, 'output').schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'number', minimum: 0, description: 'Minimum: 0.' },
        b: { type: 'string', description: 'Pattern: `^x`.' },
      },
      required: ['a'],
      additionalProperties: false,
    });
  });

  it.each<[string, Json]>([
    ['null', { type: ['number', 'null'] }],
    ['an alternative of null', { anyOf: [{ type: 'number' }, { type: 'null' }] }],
    ['an open object', object({ b: { type: 'number' } })],
    ['an untyped number', { minimum: 0 }],
    ['an open tuple', { type: 'array', prefixItems: [{ type: 'number' }] }],
  ])('refuses %s, which it would have to narrow', (_, schema) => {
    expect(refusals(object({ a: schema }, closed), 'output')).toEqual(['/properties/a']);
  });

  it('keeps the lengths that a tuple may have', () => {
    const tuple = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false };
    expect(lowered(object({ a: tuple }, closed), 'output').schema.properties['a']).toEqual({
      type: 'array',
      items: { type: 'number' },
      maxItems: 2,
      description: 'Maximum items: 2.',
    });
  });
});
