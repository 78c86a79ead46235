import { assertionsOf, conjoin } from './conjoin-schemas.ts';
import {
  childOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Lowering,
  type Place,
  refuse,
  takeStep,
} from './lowering.ts';
import { mergeUnion } from './merge-union.ts';
import { resolveReference } from './resolve-reference.ts';

/** A subschema with one plain meaning: no reference, combination, `const` or null left in it. */
export type Flat = {
  readonly schema: JsonObject;
  /** The authored schema also accepts null. */
  readonly nullable: boolean;
  /** References that lead to its children. */
  readonly refs: readonly string[];
};

const COMBINING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', '$defs', 'definitions', '$schema', '$comment']);

const BANNED = [
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
];

const MAX_ALTERNATIVES = 200;

/** Inlines references and joins combinations of a subschema, as far as that keeps its meaning.
 * Refuses what has no portable form. */
export function flatten(node: JsonValue | undefined, place: Place, run: Lowering): Flat | null {
  if (!takeStep(run)) return null;
  if (!isJsonObject(node)) return refuse(run, place, 'is no schema object');
  const banned = BANNED.filter((key) => Object.hasOwn(node, key) && !isMapName(node, key));
  for (const key of banned) refuse(run, childOf(place, key), `${key} is not portable`);
  if (banned.length > 0) return null;
  const parts = [ownPart(node, place, run), ...referred(node, place, run), ...combined(node, place, run)];
  const sound = parts.filter((part) => part !== null);
  if (sound.length < parts.length) return null;
  const joined = conjoin(sound.map((part) => part.schema));
  if ('conflict' in joined)
    return refuse(run, place, `combines schemas that disagree on ${joined.conflict}; write it as one schema`);
  return {
    schema: joined.schema,
    nullable: sound.some((part) => part.nullable),
    refs: [...new Set(sound.flatMap((part) => part.refs))],
  };
}

// zod writes propertyNames beside the additionalProperties of a map; the map itself is refused with a better reason.
const isMapName = (node: JsonObject, key: string): boolean =>
  key === 'propertyNames' && isJsonObject(node['additionalProperties']);

function referred(node: JsonObject, place: Place, run: Lowering): (Flat | null)[] {
  const reference = node['$ref'];
  if (reference === undefined) return [];
  const found = resolveReference(reference, place, run);
  if (found === null) return [null];
  return [flatten(found.target, { ...place, refs: [...place.refs, found.reference] }, run)];
}

function combined(node: JsonObject, place: Place, run: Lowering): (Flat | null)[] {
  return (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const members = node[keyword];
    if (members === undefined) return [];
    if (!Array.isArray(members) || members.length === 0 || members.length > MAX_ALTERNATIVES)
      return [refuse(run, childOf(place, keyword), `must be an array of 1 to ${MAX_ALTERNATIVES} schemas`)];
    const flats = members.map((member, index) =>
      keyword !== 'allOf' && isNull(member) ? 'absent' : flatten(member, childOf(place, keyword, index), run),
    );
    if (keyword === 'allOf') return flats.filter((flat) => flat !== 'absent');
    return [unionOf(flats, keyword, place, run)];
  });
}

function unionOf(
  members: readonly (Flat | null | 'absent')[],
  keyword: 'anyOf' | 'oneOf',
  place: Place,
  run: Lowering,
): Flat | null {
  const flats = members.filter((member) => member !== 'absent');
  const sound = flats.filter((flat) => flat !== null);
  if (sound.length < flats.length) return null;
  const schema = mergeUnion(
    sound.map((flat) => flat.schema),
    keyword,
    place,
    run,
  );
  if (schema === null) return null;
  return {
    schema,
    nullable: flats.length < members.length || sound.some((flat) => flat.nullable),
    refs: sound.flatMap((flat) => flat.refs),
  };
}

const isNull = (node: JsonValue): boolean =>
  isJsonObject(node) && Object.keys(assertionsOf(node)).length > 0 && onlyNull(node);

const onlyNull = (node: JsonObject): boolean =>
  node['const'] === null ||
  [node['type'], node['enum']].some(
    (list) =>
      list === 'null' ||
      (Array.isArray(list) && list.length > 0 && list.every((value) => value === null || value === 'null')),
  );

function ownPart(node: JsonObject, place: Place, run: Lowering): Flat | null {
  if (onlyNull(node)) return refuse(run, place, 'accepts nothing but null; leave it out instead');
  const own = Object.fromEntries(Object.entries(node).filter(([key]) => !COMBINING.has(key)));
  const kind = ownType(own, place, run);
  const values = ownValues(own, place, run);
  if (kind === null || values === null) return null;
  delete own['const'];
  const nullable = kind.nullable || values.nullable || own['nullable'] === true;
  return { schema: { ...own, ...kind.schema, ...values.schema }, nullable, refs: place.refs };
}

type Narrowed = { readonly schema: JsonObject; readonly nullable: boolean };

function ownType(own: JsonObject, place: Place, run: Lowering): Narrowed | null {
  const type = own['type'];
  if (type === undefined) return { schema: {}, nullable: false };
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  const nullable = Array.isArray(type) && types.length < type.length;
  if (types.length === 2 && types.includes('integer') && types.includes('number'))
    return { schema: { type: 'number' }, nullable };
  const [only] = types;
  if (types.length !== 1 || only === undefined)
    return refuse(run, place, 'has several types; give it one, or split it into several properties');
  return { schema: { type: only }, nullable };
}

function ownValues(own: JsonObject, place: Place, run: Lowering): Narrowed | null {
  const listed = own['enum'];
  if (listed !== undefined && !Array.isArray(listed))
    return refuse(run, childOf(place, 'enum'), 'must be an array');
  const constant = own['const'];
  if (listed === undefined)
    return { schema: constant === undefined ? {} : { enum: [constant] }, nullable: false };
  const values = listed.filter((value) => value !== null && (constant === undefined || value === constant));
  if (values.length === 0) return refuse(run, childOf(place, 'enum'), 'leaves no value');
  return { schema: { enum: values }, nullable: values.length < listed.length && constant === undefined };
}
