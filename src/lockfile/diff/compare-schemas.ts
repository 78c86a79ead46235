import { canonicalJson, type Json } from '../../kernel/index.ts';
import { type PortableNode, spokenEffect } from '../../manifest/index.ts';
import type { AcceptanceEffect, UnratedFinding } from './schema-finding.ts';

type NodeOf<T extends PortableNode['type']> = Extract<PortableNode, { type: T }>;
type NumberNode = Extract<PortableNode, { type: 'number' | 'integer' }>;
type Keyword = UnratedFinding['keyword'];

/** Every difference between two portable schemas and what it does to the accepted values.
 * What a description says that the operation checks beyond the schema, such as a pattern, counts too.
 * Sound: without a finding that narrows, each value accepted before is accepted after, and the other way round for
 * one that widens. Not complete: `minimum` 0.5 and 1 accept the same integers and yet count as a difference. */
export function compareSchemas(
  before: PortableNode,
  after: PortableNode,
  pointer = '',
): readonly UnratedFinding[] {
  return [
    ...keyword(pointer, 'description', spokenEffect(before, after), before.description, after.description),
    ...keyword(pointer, 'default', 'none', before.default, after.default),
    ...compareValues(before, after, pointer),
  ];
}

function compareValues(before: PortableNode, after: PortableNode, at: string): readonly UnratedFinding[] {
  if (before.type === 'string' && after.type === 'string') return compareStrings(before, after, at);
  if (before.type === 'array' && after.type === 'array') return compareArrays(before, after, at);
  if (before.type === 'object' && after.type === 'object') return compareObjects(before, after, at);
  if (isNumeric(before) && isNumeric(after)) return compareNumbers(before, after, at);
  return keyword(at, 'type', 'both', before.type, after.type);
}

const isNumeric = (node: PortableNode): node is NumberNode =>
  node.type === 'number' || node.type === 'integer';

const compareNumbers = (before: NumberNode, after: NumberNode, at: string) => [
  ...keyword(at, 'type', before.type === 'integer' ? 'widens' : 'narrows', before.type, after.type),
  ...lowerBound(at, 'minimum', before.minimum, after.minimum, -Infinity),
  ...upperBound(at, 'maximum', before.maximum, after.maximum),
];

const compareStrings = (before: NodeOf<'string'>, after: NodeOf<'string'>, at: string) => [
  ...keyword(at, 'enum', enumEffect(before.enum, after.enum), before.enum, after.enum),
  ...lowerBound(at, 'minLength', before.minLength, after.minLength, 0),
  ...upperBound(at, 'maxLength', before.maxLength, after.maxLength),
  ...keyword(at, 'format', after.format === undefined ? 'widens' : 'narrows', before.format, after.format),
];

const compareArrays = (before: NodeOf<'array'>, after: NodeOf<'array'>, at: string) => [
  ...lowerBound(at, 'minItems', before.minItems, after.minItems, 0),
  ...upperBound(at, 'maxItems', before.maxItems, after.maxItems),
  ...compareSchemas(before.items, after.items, `${at}/items`),
];

function compareObjects(before: NodeOf<'object'>, after: NodeOf<'object'>, at: string): UnratedFinding[] {
  // Maps, since `toString` is a lawful property name.
  const was = new Map(Object.entries(before.properties));
  const is = new Map(Object.entries(after.properties));
  const needed = new Set(before.required);
  const needs = new Set(after.required);
  const names = [...new Set([...was.keys(), ...is.keys(), ...needed, ...needs])].sort();
  const findings = names.flatMap((name): readonly UnratedFinding[] => {
    const pointer = `${at}/properties/${name}`;
    const [old, now] = [was.get(name), is.get(name)];
    if (old === undefined && now !== undefined)
      return keyword(pointer, 'property', needs.has(name) ? 'both' : 'widens', undefined, now);
    if (old !== undefined && now === undefined)
      return keyword(pointer, 'property', needed.has(name) ? 'both' : 'narrows', old, undefined);
    const effect = needs.has(name) ? 'narrows' : 'widens';
    return [
      ...keyword(pointer, 'required', effect, needed.has(name), needs.has(name)),
      ...(old === undefined || now === undefined ? [] : compareSchemas(old, now, pointer)),
    ];
  });
  const sameNeeds = needed.size === needs.size && [...needed].every((name) => needs.has(name));
  return sameNeeds
    ? [...keyword(at, 'required', 'none', before.required, after.required), ...findings]
    : findings;
}

function enumEffect(before: readonly string[] | undefined, after: readonly string[] | undefined) {
  if (before === undefined || after === undefined) return before === undefined ? 'narrows' : 'widens';
  const drops = before.some((value) => !after.includes(value));
  const adds = after.some((value) => !before.includes(value));
  if (drops) return adds ? 'both' : 'narrows';
  return adds ? 'widens' : 'none';
}

function lowerBound(
  at: string,
  name: Keyword,
  before: number | undefined,
  after: number | undefined,
  open: number,
) {
  const rise = (after ?? open) - (before ?? open);
  return keyword(at, name, rise > 0 ? 'narrows' : rise < 0 ? 'widens' : 'none', before, after);
}

function upperBound(at: string, name: Keyword, before: number | undefined, after: number | undefined) {
  const rise = (after ?? Infinity) - (before ?? Infinity);
  return keyword(at, name, rise > 0 ? 'widens' : rise < 0 ? 'narrows' : 'none', before, after);
}

/** The finding that a keyword's text differs, if it does. */
function keyword(
  pointer: string,
  name: Keyword,
  effect: AcceptanceEffect,
  before: Json | undefined,
  after: Json | undefined,
): readonly UnratedFinding[] {
  if (textOf(before) === textOf(after)) return [];
  return [
    {
      pointer,
      keyword: name,
      effect,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}

const textOf = (value: Json | undefined) => (value === undefined ? undefined : canonicalJson(value));
