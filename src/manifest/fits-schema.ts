import { isJsonObject, type JsonValue } from './lowering.ts';
import type { ObjectNode, PortableNode } from './portable-schema.ts';

/** True when the value is valid under a portable schema once defaults are filled in. */
export function fits(node: PortableNode, value: JsonValue): boolean {
  switch (node.type) {
    case 'string':
      return typeof value === 'string' && fitsString(node, value);
    case 'number':
    case 'integer':
      return (
        typeof value === 'number' &&
        (node.type === 'number' || Number.isInteger(value)) &&
        within(value, node.minimum, node.maximum)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return (
        Array.isArray(value) &&
        within(value.length, node.minItems, node.maxItems) &&
        value.every((item) => fits(node.items, item))
      );
    case 'object':
      return isJsonObject(value) && fitsObject(node, value);
  }
}

const within = (value: number, low: number | undefined, high: number | undefined): boolean =>
  value >= (low ?? -Infinity) && value <= (high ?? Infinity);

const fitsString = (node: PortableNode & { type: 'string' }, value: string): boolean =>
  node.enum?.includes(value) ?? within(Array.from(value).length, node.minLength, node.maxLength);

function fitsObject(node: ObjectNode, value: { [key: string]: JsonValue }): boolean {
  const named = Object.entries(value).every(([name, child]) => {
    const schema = Object.hasOwn(node.properties, name) ? node.properties[name] : undefined;
    return schema !== undefined && fits(schema, child);
  });
  return (
    named &&
    (node.required ?? []).every(
      (name) => Object.hasOwn(value, name) || node.properties[name]?.default !== undefined,
    )
  );
}
