import type { PortableNode, PortableSchema } from '../../manifest/index.ts';
import { visibleText, visibleValue } from './visible-text.ts';

/** What a schema asks for: one line a property with its bounds, its words and its own properties below it. Everything
 * that a model reads of the schema is in them. */
export function inputLines(node: PortableSchema): string[] {
  const required = new Set(node.required ?? []);
  return Object.entries(node.properties).flatMap(([name, property]) => [
    `${name}: ${[typeWords(property), required.has(name) ? 'required' : 'optional', ...bounds(property)].join(', ')}`,
    ...below(property).map((line) => `  ${line}`),
  ]);
}

const typeWords = (node: PortableNode): string =>
  node.type === 'array' ? `array of ${node.items.type}` : node.type;

/** Keywords in the order of the schema. */
function bounds(node: PortableNode): string[] {
  const told = new Set(['type', 'description', 'properties', 'required', 'additionalProperties', 'items']);
  return Object.entries(node).flatMap(([keyword, value]) =>
    told.has(keyword) || value === undefined ? [] : [`${keyword} ${visibleValue(value)}`],
  );
}

function below(node: PortableNode): string[] {
  const words = node.description === undefined ? [] : visibleText(node.description).split('\n');
  if (node.type === 'object') return [...words, ...inputLines(node)];
  return node.type === 'array' ? [...words, ...itemLines(node.items)] : words;
}

/** Of the items of an array, whose type its own line names. */
function itemLines(items: PortableNode): string[] {
  const limits = bounds(items);
  return [...(limits.length === 0 ? [] : [`each: ${limits.join(', ')}`]), ...below(items)];
}
