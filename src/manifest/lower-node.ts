import { fits } from './fits-schema.ts';
import { flatten, type Flat } from './flatten-schema.ts';
import { lowerArray } from './lower-array.ts';
import { lowerBoolean, lowerNumber } from './lower-number.ts';
import { lowerObject } from './lower-object.ts';
import { lowerString } from './lower-string.ts';
import {
  type Draft,
  type JsonObject,
  type JsonValue,
  type LowerChild,
  type Lowered,
  type Lowering,
  type Place,
  refuse,
  type Role,
} from './lowering.ts';
import { checkModelText, DESCRIPTION_MAX } from './model-text.ts';
import { type PortableNode, SCHEMA_LIMITS } from './portable-schema.ts';
import { withWords } from './schema-words.ts';
import { type PortableType, typeOf } from './schema-type.ts';

/** Lowers one subschema and all below it; refusals and warnings are noted in `run`.
 * @param depth number of containers around it */
export function lowerNode(
  authored: JsonValue | undefined,
  place: Place,
  role: Role,
  depth: number,
  run: Lowering,
): Lowered | null {
  const flat = flatten(authored, place, run);
  if (flat === null) return null;
  if (flat.nullable && run.direction === 'output')
    return refuse(run, place, 'may be null, which is not portable; make it an optional property');
  const draft = draftOf(flat, { ...place, refs: flat.refs }, role, depth, run);
  if (draft === null) return null;
  const node = finish(draft, flat, place, role, run);
  return node === null ? null : { node, nullable: flat.nullable };
}

function draftOf(flat: Flat, place: Place, role: Role, depth: number, run: Lowering): Draft | null {
  const type = typeOf(flat.schema, place, run);
  if (type === null) return null;
  const fault = containerFault(type, flat.schema, role, depth);
  if (fault !== undefined) return refuse(run, place, fault);
  const lowerChild: LowerChild = (child, at, childRole) => lowerNode(child, at, childRole, depth + 1, run);
  switch (type) {
    case 'object':
      return lowerObject(flat.schema, place, role, lowerChild, run);
    case 'array':
      return lowerArray(flat.schema, place, lowerChild, run);
    case 'string':
      return lowerString(flat.schema, place, run);
    case 'number':
    case 'integer':
      return lowerNumber(flat.schema, type, place, run);
    case 'boolean':
      return lowerBoolean(flat.schema, place, run);
  }
}

function containerFault(
  type: PortableType,
  schema: JsonObject,
  role: Role,
  depth: number,
): string | undefined {
  if (type !== 'object' && role === 'root') return 'is no object; the root must be one';
  if (type !== 'object' && type !== 'array') return undefined;
  if (schema['enum'] !== undefined) return `lists single values of type ${type}, which is not portable`;
  return depth >= SCHEMA_LIMITS.containers
    ? `is nested more than ${SCHEMA_LIMITS.containers} objects and arrays deep`
    : undefined;
}

function finish(draft: Draft, flat: Flat, place: Place, role: Role, run: Lowering): PortableNode | null {
  const given = role === 'property' && run.direction === 'input' ? flat.schema['default'] : undefined;
  const preset = given === null ? undefined : given;
  if (preset !== undefined && !fits(draft.node, preset))
    return refuse(run, place, 'has a default that it does not itself accept');
  const authored = flat.schema['description'] ?? '';
  if (typeof authored !== 'string') return refuse(run, place, 'has a description that is no text');
  const description = withWords(authored, [...draft.words, ...defaultWords(preset)]);
  const fault = checkModelText(description) ?? (preset === undefined ? undefined : textFault(preset));
  if (fault !== undefined) return refuse(run, place, `has a text that ${fault}`);
  return {
    ...draft.node,
    ...(description === '' ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
  } as PortableNode;
}

/** Defaults longer than this are told by the schema alone. */
const SPOKEN_DEFAULT_MAX = 100;

function defaultWords(preset: JsonValue | undefined): string[] {
  if (preset === undefined) return [];
  const text = JSON.stringify(preset);
  return text.length > SPOKEN_DEFAULT_MAX ? [] : [`Default: ${text}.`];
}

function textFault(value: JsonValue): string | undefined {
  if (typeof value === 'string') return checkModelText(value);
  if (JSON.stringify(value).length > DESCRIPTION_MAX) return `is longer than ${DESCRIPTION_MAX} characters`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.entries(value).flat()) {
    const fault = textFault(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
