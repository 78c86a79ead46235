import fc from 'fast-check';
import type { Json } from '../../src/kernel/index.ts';
import type { PortableNode } from '../../src/manifest/portable-schema.ts';

type Schema = { [key: string]: Json };

const KEYWORDS = [
  'type properties required additionalProperties items prefixItems minItems maxItems uniqueItems enum const anyOf',
  'oneOf allOf not $ref $defs $id default description title minimum maximum exclusiveMinimum exclusiveMaximum',
  'multipleOf minLength maxLength pattern format nullable if then patternProperties propertyNames __proto__',
]
  .join(' ')
  .split(' ');

const leaf = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    1,
    -1,
    2.5,
    'string',
    'number',
    'object',
    'array',
    'integer',
    'null',
  ),
  fc.constantFrom<Json>('#', '#/$defs/a', '#/properties/a', 'https://example.org/x', '#/%zz', 'a', '\u200b'),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Anything that looks like a schema from afar. */
export const wildSchema: fc.Arbitrary<Json> = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYWORDS, 'a', 'b'), fc.string()), tie('node'), { maxKeys: 5 }),
  ),
})).node;

const bound = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-2.5, 0.5, 7.25));
const count = fc.integer({ min: 0, max: 4 });

const maybe = (keyword: string, value: fc.Arbitrary<Json>): fc.Arbitrary<Schema> =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [keyword]: one }));

const merged = (...parts: fc.Arbitrary<Schema>[]): fc.Arbitrary<Schema> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Schema);

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  merged(
    fc.constantFrom({ type: 'number' }, { type: 'integer' }),
    maybe('minimum', bound),
    maybe('maximum', bound),
    maybe('exclusiveMinimum', bound),
    maybe('exclusiveMaximum', bound),
    maybe('multipleOf', fc.constantFrom(0.5, 2)),
    maybe('default', fc.oneof(bound, fc.constant(null))),
    maybe('enum', fc.array(bound, { minLength: 1, maxLength: 4 })),
  ),
  merged(
    fc.constant({ type: 'string' }),
    maybe('minLength', fc.constantFrom(0, 1)),
    maybe('maxLength', count),
    maybe('pattern', fc.constant('^[ab]*$')),
    maybe('format', fc.constantFrom('date-time', 'uuid')),
    maybe('default', fc.constantFrom('a', 'abc')),
  ),
  merged(
    fc.constant({ type: 'string' }),
    maybe('enum', fc.constantFrom(['a', 'b'], ['b', 'abc'], ['', 'a'])),
  ),
  fc.constantFrom<Schema>(
    { type: 'boolean' },
    { type: 'boolean', enum: [true] },
    { const: 'a' },
    { type: 'string', const: 'b' },
    { enum: ['a', 'b', null] },
    { type: 'number', const: 2 },
    { minimum: 1 },
    { type: 'null' },
    {},
  ),
);

/** Schemas as people and generators write them: most can be lowered, some cannot. */
export const authoredSchema: fc.Arbitrary<Schema> = fc
  .letrec<{ node: Schema; object: Schema }>((tie) => ({
    object: fc
      .record({
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('node'), {
          minKeys: 1,
          maxKeys: 3,
        }),
        pick: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        closed: fc.constantFrom<Schema>(
          {},
          { additionalProperties: false },
          { additionalProperties: false },
          { additionalProperties: true },
        ),
      })
      .map(({ properties, pick, closed }) => ({
        type: 'object',
        properties,
        required: Object.keys(properties).filter((_, index) => pick[index]),
        ...closed,
      })),
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      merged(
        tie('node'),
        maybe('description', fc.constantFrom('Mass in GeV', 'Range: 0 to 1.', 'x')),
        maybe('title', fc.constant('T')),
      ),
      tie('object'),
      merged(
        tie('node').map((items) => ({ type: 'array', items })),
        maybe('minItems', fc.constantFrom(0, 1)),
        maybe('maxItems', count),
        maybe('uniqueItems', fc.constant(true)),
      ),
      fc
        .tuple(tie('node'), count, fc.constantFrom<Json>(false, true, { type: 'number' }))
        .map(([head, n, items]) => ({ type: 'array', prefixItems: Array<Schema>(n + 1).fill(head), items })),
      tie('node').map((node) => ({ anyOf: [node, { type: 'null' }], default: null })),
      fc
        .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), tie('node'), fc.option(tie('node'), { freq: 1 }))
        .map(([keyword, a, b]) => ({ [keyword]: [a, b ?? a] })),
      tie('node').map((node) => ({ allOf: [node], description: 'Wrapped.' })),
      fc.constantFrom<Schema>(
        { $ref: '#/$defs/point' },
        { $ref: '#/$defs/unit', description: 'Unit of it.' },
        { type: ['string', 'null'] },
        { type: ['integer', 'number'] },
        { anyOf: [{ const: 'x' }, { enum: ['y', 'z'] }] },
      ),
    ),
  }))
  .object.map((schema) => ({
    ...schema,
    $defs: {
      point: { type: 'object', properties: { x: { type: 'number' }, y: { $ref: '#/$defs/unit' } } },
      unit: { type: 'string', enum: ['GeV', 'TeV'] },
    },
  }));

const numberFor = (node: PortableNode & { type: 'number' | 'integer' }): fc.Arbitrary<Json> => {
  const [min, max] = [node.minimum ?? (node.maximum ?? 0) - 30, node.maximum ?? (node.minimum ?? 0) + 30];
  return node.type === 'integer'
    ? fc.integer({ min, max })
    : fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));
};

/** Values that a portable schema accepts, and near misses of them. */
export const valueFor = (node: PortableNode): fc.Arbitrary<Json> => {
  switch (node.type) {
    case 'string':
      return node.enum === undefined
        ? fc.string({
            unit: fc.constantFrom('a', 'b', '-'),
            minLength: node.minLength ?? 0,
            maxLength: node.maxLength ?? 6,
          })
        : fc.constantFrom(...node.enum);
    case 'number':
    case 'integer':
      return numberFor(node);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueFor(node.items), {
        minLength: node.minItems ?? 0,
        maxLength: node.maxItems ?? (node.minItems ?? 0) + 2,
      });
    case 'object': {
      const entries = Object.entries(node.properties).map(([name, child]) =>
        (node.required ?? []).includes(name)
          ? valueFor(child).map((value) => [[name, value]] as [string, Json][])
          : fc
              .option(valueFor(child))
              .map((value) => (value === null ? [] : [[name, value]]) as [string, Json][]),
      );
      return fc.tuple(...entries).map((pairs) => Object.fromEntries(pairs.flat()));
    }
  }
};

/** The value with one thing in it changed. */
export const nearMiss = (value: Json): fc.Arbitrary<Json> => {
  const replaced = fc.constantFrom<Json>(null, 'zzz', '', 1000, -1000, 0.125, true, [], {});
  if (typeof value !== 'object' || value === null) return replaced;
  const entries = Object.entries(value) as [string, Json][];
  const rebuilt = (all: readonly (readonly [string, Json])[]): Json =>
    Array.isArray(value) ? all.map(([, child]) => child) : Object.fromEntries(all);
  return fc.oneof(
    replaced,
    fc.constant(rebuilt([...entries, ['extra', 1]])),
    ...entries.flatMap(([name, child]) => [
      nearMiss(child).map((one) => rebuilt(entries.map(([key, old]) => [key, key === name ? one : old]))),
      fc.constant(rebuilt(entries.filter(([key]) => key !== name))),
    ]),
  );
};
