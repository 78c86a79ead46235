import { z } from 'zod';
import { modelText } from './model-text.ts';

/** Bounds of a served schema. Containers (objects and arrays) count from the root, which is the first. */
export const SCHEMA_LIMITS = {
  bytes: 16_000,
  containers: 5,
  nodes: 400,
  properties: 100,
  enumValues: 200,
  enumValueLength: 200,
} as const;

/** The one `format` that every client takes on a string. */
export const PORTABLE_FORMATS = ['date-time'] as const;

/** Names that a plain object of JavaScript has by birth (`toString`, `constructor`): validators take them for given. */
const REFUSED_NAMES = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** True for a property name that no client rewrites and that is safe as an object key. */
export const isPortableName = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name) && !REFUSED_NAMES.has(name);

/** What `isPortableName` asks for. */
export const PORTABLE_NAME_WORDS =
  'a letter or underscore, then at most 63 of A-Z a-z 0-9 _ . -, and none of the names that every object of JavaScript has, such as toString';

const PropertyName = z.string().refine(isPortableName, `must be ${PORTABLE_NAME_WORDS}`);

const Description = modelText().min(1).optional();
const Count = z.number().int().nonnegative().optional();
const EnumValue = modelText(SCHEMA_LIMITS.enumValueLength).min(1);

const StringNode = z.strictObject({
  type: z.literal('string'),
  description: Description,
  enum: z.array(EnumValue).min(1).max(SCHEMA_LIMITS.enumValues).optional(),
  minLength: Count,
  maxLength: Count,
  format: z.enum(PORTABLE_FORMATS).optional(),
  default: modelText().optional(),
});
const NumberNode = z.strictObject({
  type: z.enum(['number', 'integer']),
  description: Description,
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.number().optional(),
});
const BooleanNode = z.strictObject({
  type: z.literal('boolean'),
  description: Description,
  default: z.boolean().optional(),
});
const ArrayNode = z.strictObject({
  type: z.literal('array'),
  description: Description,
  get items() {
    return PortableNode;
  },
  minItems: Count,
  maxItems: Count,
  default: z.array(z.json()).optional(),
});
const ObjectNode = z.strictObject({
  type: z.literal('object'),
  description: Description,
  get properties() {
    return z.record(PropertyName, PortableNode);
  },
  required: z.array(PropertyName).min(1).optional(),
  additionalProperties: z.literal(false),
  default: z.record(z.string(), z.json()).optional(),
});
export type ObjectNode = z.output<typeof ObjectNode>;

const PortableNode = z.discriminatedUnion('type', [
  StringNode,
  NumberNode,
  BooleanNode,
  ArrayNode,
  ObjectNode,
]);
export type PortableNode = z.output<typeof PortableNode>;

/** A JSON Schema in the portable subset that every client understands: an object at the root, one `type` a property,
 * closed objects, no references, unions, tuples, constants or maps. @see lowerSchema, which makes one. */
export const PortableSchema = ObjectNode.superRefine((schema, context) => {
  const message = sizeFault(schema);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});
export type PortableSchema = z.output<typeof PortableSchema>;

/** True when every client can be shown the schema as it stands. */
export const isPortable = (schema: unknown): schema is PortableSchema =>
  PortableSchema.safeParse(schema).success;

/** Says which bound a well-formed schema passes, or undefined. */
export function sizeFault(schema: PortableSchema): string | undefined {
  const { containers, nodes, properties } = measure(schema);
  if (containers > SCHEMA_LIMITS.containers)
    return `objects and arrays are nested ${containers} deep; at most ${SCHEMA_LIMITS.containers} are portable`;
  if (properties > SCHEMA_LIMITS.properties)
    return `an object has ${properties} properties; at most ${SCHEMA_LIMITS.properties} are portable`;
  if (nodes > SCHEMA_LIMITS.nodes)
    return `has ${nodes} properties and items in all; at most ${SCHEMA_LIMITS.nodes} are portable`;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  return bytes > SCHEMA_LIMITS.bytes
    ? `is ${bytes} bytes long; at most ${SCHEMA_LIMITS.bytes} are portable`
    : undefined;
}

interface Measure {
  containers: number;
  nodes: number;
  properties: number;
}

function measure(node: PortableNode): Measure {
  const most = { containers: 0, nodes: 0, properties: 0 };
  addTo(most, node, 0);
  return most;
}

/** @param around objects and arrays that the node is in */
function addTo(most: Measure, node: PortableNode, around: number): void {
  most.nodes += 1;
  if (node.type !== 'object' && node.type !== 'array') return;
  most.containers = Math.max(most.containers, around + 1);
  if (node.type === 'array') {
    addTo(most, node.items, around + 1);
    return;
  }
  const children = Object.values(node.properties);
  most.properties = Math.max(most.properties, children.length);
  for (const child of children) addTo(most, child, around + 1);
}
