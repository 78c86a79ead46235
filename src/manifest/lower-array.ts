import { isDeepStrictEqual } from 'node:util';
import { countOf } from './lower-string.ts';
import {
  childOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Lowering,
  type Place,
  refuse,
  warn,
  type Draft,
  type LowerChild,
} from './lowering.ts';
import type { PortableNode } from './portable-schema.ts';
import { rangeWords } from './schema-words.ts';

type Elements = {
  readonly items: PortableNode;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly words: readonly string[];
};

/** An array of equal elements. A tuple of equal types becomes an array of its length. */
export function lowerArray(
  schema: JsonObject,
  place: Place,
  lowerChild: LowerChild,
  run: Lowering,
): Draft | null {
  const counts = {
    low: countOf(schema, 'minItems', place, run),
    high: countOf(schema, 'maxItems', place, run),
  };
  const tuple = tupleOf(schema);
  const elements =
    tuple === undefined
      ? plainElements(schema, place, lowerChild, run)
      : tupleElements(tuple, counts.low, place, lowerChild, run);
  if (elements === null) return null;
  const minItems = largest(counts.low, elements.minItems);
  const maxItems = smallest(counts.high, elements.maxItems);
  if (minItems !== undefined && maxItems !== undefined && minItems > maxItems)
    return refuse(run, place, 'has a minItems above its maxItems');
  const distinct = schema['uniqueItems'] === true;
  if (distinct) warn(run, place, 'uniqueItems is not served; the operation checks it');
  return {
    node: {
      type: 'array',
      items: elements.items,
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
    },
    words: [
      ...rangeWords(minItems, maxItems, 'items'),
      ...(distinct ? ['Items are distinct.'] : []),
      ...elements.words,
    ],
  };
}

const largest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
const smallest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

function plainElements(
  schema: JsonObject,
  place: Place,
  lowerChild: LowerChild,
  run: Lowering,
): Elements | null {
  const items = schema['items'];
  if (!isJsonObject(items)) return refuse(run, place, 'is an array that does not say what its items are');
  const child = lowerChild(items, childOf(place, 'items'), 'item');
  return child === null ? null : { items: child.node, words: [] };
}

type Tuple = {
  readonly heads: readonly JsonValue[];
  /** Schema of the elements behind the heads; false for none. */
  readonly rest: JsonValue | undefined;
  readonly keyword: 'items' | 'prefixItems';
};

// JSON Schema drafts up to 2019-09 write tuples as an array under `items`.
function tupleOf(schema: JsonObject): Tuple | undefined {
  const { items, prefixItems, additionalItems } = schema;
  if (Array.isArray(items)) return { heads: items, rest: additionalItems, keyword: 'items' };
  if (Array.isArray(prefixItems)) return { heads: prefixItems, rest: items, keyword: 'prefixItems' };
  return undefined;
}

const MAX_TUPLE = 100;

function tupleElements(
  tuple: Tuple,
  authoredMin: number | undefined,
  place: Place,
  lowerChild: LowerChild,
  run: Lowering,
): Elements | null {
  const { heads, rest, keyword } = tuple;
  if (heads.length === 0 || heads.length > MAX_TUPLE)
    return refuse(run, place, `is a tuple of ${heads.length} items; 1 to ${MAX_TUPLE} are portable`);
  const restSchemas = isJsonObject(rest) ? [rest] : [];
  const nodes = [...heads, ...restSchemas].map((head, index) =>
    lowerChild(head, childOf(place, ...(index < heads.length ? [keyword, index] : ['items'])), 'item'),
  );
  const lowered = nodes.flatMap((node) => (node === null ? [] : [node.node]));
  const [first] = lowered;
  if (first === undefined || lowered.length < nodes.length) return null;
  if (!lowered.every((node) => isDeepStrictEqual(undescribed(node), undescribed(first))))
    return refuse(run, place, 'is a tuple of different items; use an object with a property for each');
  if (run.direction === 'output' && rest !== false && restSchemas.length === 0)
    return refuse(run, place, 'is a tuple that may be followed by anything; set items to false');
  return {
    ...sharedElement(lowered.slice(0, heads.length), first, place, run),
    // An input may be narrowed to whole tuples; an output keeps the lengths it may have.
    minItems: run.direction === 'input' ? heads.length : authoredMin,
    maxItems: restSchemas.length > 0 ? undefined : heads.length,
  };
}

function undescribed(node: PortableNode): Omit<PortableNode, 'description'> {
  const rest = { ...node };
  delete rest.description;
  return rest;
}

const ORDER_MAX = 300;

/** The element all have in common; descriptions that differ are told in the order of the elements. */
function sharedElement(
  nodes: readonly PortableNode[],
  first: PortableNode,
  place: Place,
  run: Lowering,
): Pick<Elements, 'items' | 'words'> {
  const told = nodes.map((node) => node.description?.replace(/\.$/, '') ?? 'any');
  if (new Set(told).size === 1) return { items: first, words: [] };
  const items = undescribed(first) as PortableNode;
  const words = `Items in order: ${told.join('; ')}.`;
  if (words.length <= ORDER_MAX) return { items, words: [words] };
  warn(run, place, 'the descriptions of the single items are too long to be served');
  return { items, words: [] };
}
