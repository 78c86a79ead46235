import { isDeepStrictEqual } from 'node:util';
import { assertionsOf } from './conjoin-schemas.ts';
import { type JsonObject, type JsonValue, type Lowering, type Place, refuse, warn } from './lowering.ts';

/** One schema for alternatives that have one: a single alternative, equal ones, or lists of strings. */
export function mergeUnion(
  members: readonly JsonObject[],
  keyword: 'anyOf' | 'oneOf',
  place: Place,
  run: Lowering,
): JsonObject | null {
  const [first, ...others] = members;
  if (first === undefined) return refuse(run, place, 'accepts nothing but null; leave it out instead');
  if (others.length === 0) return first;
  const lists = members.map(stringsOf);
  if (lists.every((list) => list !== undefined)) {
    if (members.some((member) => 'description' in member || 'title' in member))
      warn(run, place, 'descriptions of the single values are not served');
    return mergeLists(lists, keyword, place, run);
  }
  if (keyword === 'anyOf') {
    const plain = widenIntegers(members.map(assertionsOf));
    if (plain.every((member) => isDeepStrictEqual(member, plain[0]))) return { ...first, ...plain[0] };
  }
  return refuse(
    run,
    place,
    'is a union, which is not portable; use one type, optional properties, or one operation each',
  );
}

/** The strings a schema lists, when that is all it says. */
function stringsOf(member: JsonObject): string[] | undefined {
  const { type, enum: values, ...rest } = assertionsOf(member);
  if (Object.keys(rest).length > 0 || !Array.isArray(values) || (type !== undefined && type !== 'string'))
    return undefined;
  const strings = values.filter((value: JsonValue) => typeof value === 'string');
  return strings.length === values.length ? strings : undefined;
}

function mergeLists(
  lists: readonly string[][],
  keyword: 'anyOf' | 'oneOf',
  place: Place,
  run: Lowering,
): JsonObject | null {
  const distinct = lists.map((list) => [...new Set(list)]).flat();
  const values = [...new Set(distinct)];
  if (keyword === 'oneOf' && values.length < distinct.length)
    return refuse(run, place, 'lists a value in two alternatives of oneOf, which makes it invalid');
  return { type: 'string', enum: values };
}

function widenIntegers(members: readonly JsonObject[]): readonly JsonObject[] {
  if (!members.some((member) => member['type'] === 'number')) return members;
  return members.map((member) => (member['type'] === 'integer' ? { ...member, type: 'number' } : member));
}
