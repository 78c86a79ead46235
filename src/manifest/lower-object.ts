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
  type Role,
} from './lowering.ts';
import { isPortableName, PORTABLE_NAME_WORDS, type PortableNode, SCHEMA_LIMITS } from './portable-schema.ts';
import { ordinalCompare } from '../kernel/index.ts';

/** A closed object of named properties. Maps are refused. */
export function lowerObject(
  schema: JsonObject,
  place: Place,
  role: Role,
  lowerChild: LowerChild,
  run: Lowering,
): Draft | null {
  const properties = schema['properties'] ?? {};
  if (!isJsonObject(properties)) return refuse(run, childOf(place, 'properties'), 'must be an object');
  const names = Object.keys(properties);
  if (names.length > SCHEMA_LIMITS.properties)
    return refuse(run, place, `has ${names.length} properties; at most ${SCHEMA_LIMITS.properties}`);
  if (!checkOpenness(schema, names.length, place, role, run)) return null;
  const required = requiredOf(schema, properties, place, run);
  const lowered = names.map((name) => {
    const at = childOf(place, 'properties', name);
    if (!isPortableName(name))
      return refuse(run, at, `has a name that is not portable; that is ${PORTABLE_NAME_WORDS}`);
    const child = lowerChild(properties[name], at, 'property');
    if (child?.nullable === true && required?.includes(name) === true)
      warn(run, at, 'null is not served; a value has to be passed');
    return child === null ? null : ([name, child.node] as const);
  });
  const sound = lowered.filter((entry) => entry !== null);
  if (sound.length < lowered.length || required === null) return null;
  return { node: objectNode(sound, required), words: [] };
}

const objectNode = (
  properties: readonly (readonly [string, PortableNode])[],
  required: string[],
): PortableNode => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

function checkOpenness(schema: JsonObject, size: number, place: Place, role: Role, run: Lowering): boolean {
  const rest = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
  const closed = rest === false;
  if (size === 0 && (role === 'root' ? rest !== undefined && !closed : true)) {
    if (closed && role !== 'root') refuse(run, place, 'has no properties');
    else if (!closed)
      refuse(run, place, 'is a map of unnamed keys; use an array of objects with a name and a value');
    if (!closed || role !== 'root') return false;
  }
  if (closed) return true;
  if (run.direction === 'output') {
    refuse(run, place, 'may hold unnamed properties; set additionalProperties to false');
    return false;
  }
  if (size > 0 && rest !== undefined) warn(run, place, 'properties that are not named are not served');
  return true;
}

function requiredOf(
  schema: JsonObject,
  properties: JsonObject,
  place: Place,
  run: Lowering,
): string[] | null {
  const listed = schema['required'] ?? [];
  const at = childOf(place, 'required');
  if (!Array.isArray(listed)) return refuse(run, at, 'must be an array');
  const names = listed.filter((name: JsonValue) => typeof name === 'string');
  const unknown = names.find((name) => !Object.hasOwn(properties, name));
  if (names.length < listed.length) return refuse(run, at, 'must hold names');
  if (unknown !== undefined)
    return refuse(run, at, `names ${JSON.stringify(unknown).slice(0, 80)}, which is no property`);
  return [...new Set(names)].sort(ordinalCompare);
}
