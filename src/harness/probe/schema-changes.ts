import { canonicalJson, type Json } from '../../kernel/index.ts';

/** One place where a schema that reached a model is not the locked one. */
export interface SchemaChange {
  /** JSON pointer into the locked schema, or into the one that was seen for what was added. */
  readonly at: string;
  readonly what: 'dropped' | 'added' | 'changed';
  /** Nothing is lost by it: the description beside it says the same in words, or the harness keeps it for itself. */
  readonly harmless: boolean;
}

type Members = { readonly [key: string]: Json | undefined };

/** Keywords whose order means nothing. */
const UNORDERED = ['required', 'enum'];

/** Compares a schema that reached a model with the locked one, place by place.
 * @param addedArguments names of arguments of the harness's own */
export function schemaChanges(
  locked: Json,
  seen: Json | undefined,
  addedArguments: readonly string[],
): SchemaChange[] {
  if (seen === undefined) return [{ at: '', what: 'dropped', harmless: false }];
  return compare(locked, seen, '', addedArguments);
}

function compare(locked: Json, seen: Json, at: string, own: readonly string[]): SchemaChange[] {
  if (!isMembers(locked) || !isMembers(seen))
    return sameValue(locked, seen, at) ? [] : [{ at, what: 'changed', harmless: false }];
  const changes: SchemaChange[] = [];
  for (const [key, value] of Object.entries(locked)) {
    if (value === undefined) continue;
    const there = seen[key];
    const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (there === undefined) changes.push({ at: place, what: 'dropped', harmless: isSaid(key, value, seen) });
    else changes.push(...compare(value, there, place, own));
  }
  for (const key of Object.keys(seen))
    if (locked[key] === undefined)
      changes.push({
        at: `${at}/${key}`,
        what: 'added',
        harmless: at === '/properties' && own.includes(key),
      });
  return changes;
}

const isMembers = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sameValue(locked: Json, seen: Json, at: string): boolean {
  const keyword = at.slice(at.lastIndexOf('/') + 1);
  return UNORDERED.includes(keyword) && isTexts(locked) && isTexts(seen)
    ? canonicalJson([...locked].sort()) === canonicalJson([...seen].sort())
    : canonicalJson(locked) === canonicalJson(seen);
}

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Whether the words beside a dropped keyword name its value, as the served schemas do for bounds and defaults. */
function isSaid(keyword: string, value: Json, seen: Members): boolean {
  const { description } = seen;
  if (keyword === 'description' || typeof description !== 'string' || isMembers(value)) return false;
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  for (let from = description.indexOf(words); from >= 0; from = description.indexOf(words, from + 1)) {
    const around = `${description[from - 1] ?? ' '}${description[from + words.length] ?? ' '}`;
    if (!/[\p{L}\d]/u.test(around)) return true;
  }
  return false;
}
