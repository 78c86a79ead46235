import fc from 'fast-check';
import type { PortableNode } from '../../../src/manifest/index.ts';

type ObjectNode = Extract<PortableNode, { type: 'object' }>;

// Small pools, so that two draws often meet.
const name = fc.constantFrom('a', 'b', 'c.d', 'toString');
const word = fc.constantFrom('x', 'yy', 'zzz');
const length = fc.integer({ min: 0, max: 3 });
const bound = fc.constantFrom(-2, -0.5, 0, 1, 1.5, 3);

const anySubset: { requiredKeys: [] } = { requiredKeys: [] };

const text = fc.constantFrom('one', 'two');
const stringNode = fc
  .record(
    {
      description: text,
      enum: fc.uniqueArray(word, { minLength: 1 }),
      minLength: length,
      maxLength: length,
      format: fc.constant('date-time' as const),
    },
    anySubset,
  )
  .map((keywords) => ({ type: 'string' as const, ...keywords }));
const numberNode = fc
  .tuple(
    fc.constantFrom('number' as const, 'integer' as const),
    fc.record({ description: text, minimum: bound, maximum: bound, default: bound }, anySubset),
  )
  .map(([type, keywords]) => ({ type, ...keywords }));
const booleanNode = fc.record({ default: fc.boolean() }, anySubset).map((keywords) => ({
  type: 'boolean' as const,
  ...keywords,
}));

const arrayNode = (depth: number) =>
  fc
    .tuple(node(depth - 1), fc.record({ minItems: length, maxItems: length }, anySubset))
    .map(([items, keywords]) => ({ type: 'array' as const, items, ...keywords }));

/** An object schema in the portable subset, at most `depth` containers deep. */
export const objectNode = (depth: number): fc.Arbitrary<ObjectNode> =>
  fc
    .tuple(fc.dictionary(name, node(depth - 1), { noNullPrototype: true }), fc.uniqueArray(name))
    .map(([properties, needed]) =>
      withRequired({ type: 'object', properties, additionalProperties: false }, needed),
    );

function withRequired(schema: ObjectNode, needed: readonly string[]): ObjectNode {
  const rest = without(schema, 'required');
  const required = needed.filter((key) => Object.hasOwn(schema.properties, key));
  return required.length === 0 ? rest : { ...rest, required };
}

function node(depth: number): fc.Arbitrary<PortableNode> {
  const leaves = [stringNode, numberNode, booleanNode];
  return depth <= 0 ? fc.oneof(...leaves) : fc.oneof(...leaves, arrayNode(depth), objectNode(depth));
}

/** A schema of the same kind that differs in a little, or not at all. */
export function variantOf(schema: PortableNode): fc.Arbitrary<PortableNode> {
  switch (schema.type) {
    case 'object':
      return objectVariant(schema);
    case 'array':
      return fc.oneof(
        variantOf(schema.items).map((items) => ({ ...schema, items })),
        length.map((minItems) => ({ ...schema, minItems })),
        length.map((maxItems) => ({ ...schema, maxItems })),
      );
    case 'string':
      return fc.oneof(
        fc.constant(schema),
        fc.constant({ ...schema, description: 'three' }),
        fc.constant(without(schema, 'enum')),
        fc.constant(without(schema, 'format')),
        fc.uniqueArray(word, { minLength: 1 }).map((values) => ({ ...schema, enum: values })),
        length.map((minLength) => ({ ...schema, minLength })),
        length.map((maxLength) => ({ ...schema, maxLength })),
      );
    case 'number':
    case 'integer':
      return fc.oneof(
        fc.constant(schema),
        fc.constant({ ...schema, type: 'number' as const }),
        fc.constant({ ...schema, type: 'integer' as const }),
        fc.constant(without(schema, 'minimum')),
        bound.map((minimum) => ({ ...schema, minimum })),
        bound.map((maximum) => ({ ...schema, maximum })),
      );
    case 'boolean':
      return fc.oneof(fc.constant(schema), fc.constant({ type: 'string' as const }));
  }
}

function objectVariant(schema: ObjectNode): fc.Arbitrary<ObjectNode> {
  const keys = Object.keys(schema.properties);
  const needed = schema.required ?? [];
  const grown = fc
    .tuple(name, node(1), fc.boolean())
    .map(([key, child, required]) =>
      withRequired(
        { ...schema, properties: { ...schema.properties, [key]: child } },
        required ? [...new Set([...needed, key])] : needed,
      ),
    );
  const others = fc.subarray(['a', 'b', 'c.d', 'toString']).map((list) => withRequired(schema, list));
  if (keys.length === 0) return fc.oneof(fc.constant(schema), grown);
  const one = fc.constantFrom(...keys);
  const inside = one.chain((key) =>
    variantOf(child(schema, key)).map((variant) => ({
      ...schema,
      properties: { ...schema.properties, [key]: variant },
    })),
  );
  const shrunk = one.map((key) =>
    withRequired({ ...schema, properties: without(schema.properties, key) }, needed),
  );
  return fc.oneof({ weight: 4, arbitrary: inside }, fc.constant(schema), grown, others, shrunk);
}

/** Values near the schema: most are valid, some just miss. */
export function valueNear(schema: PortableNode): fc.Arbitrary<unknown> {
  const stray = fc.constantFrom<unknown>(null, 'x', 1, 0.5, true, [], {});
  const fitting = (): fc.Arbitrary<unknown> => {
    switch (schema.type) {
      case 'object':
        return fc.record(
          Object.fromEntries(
            Object.keys(schema.properties).map((key) => [key, valueNear(child(schema, key))]),
          ),
          { requiredKeys: [...(schema.required ?? [])] },
        );
      case 'array':
        return fc.array(valueNear(schema.items), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.max(schema.minItems ?? 0, schema.maxItems ?? 3),
        });
      case 'string':
        return fc.oneof(
          fc.constantFrom(...(schema.enum ?? ['x', 'yy', ''])),
          fc.constant('2026-01-01T00:00:00Z'),
        );
      case 'number':
      case 'integer':
        return fc.oneof(bound, fc.constantFrom(schema.minimum ?? -9, schema.maximum ?? 9));
      case 'boolean':
        return fc.boolean();
    }
  };
  return fc.oneof({ weight: 12, arbitrary: fitting() }, { weight: 1, arbitrary: stray });
}

function child(schema: ObjectNode, key: string): PortableNode {
  const found = Object.entries(schema.properties).find(([name]) => name === key);
  if (found === undefined) throw new TypeError(`no property ${key}`);
  return found[1];
}

const without = <T extends object, K extends string>(value: T, key: K): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as Omit<T, K>;
