import type { Json } from '../../kernel/index.ts';
import type { LintFinding, Severity } from './lint-finding.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/** A shape of JSON Schema, and what agent programs were seen to do with it. */
type Shape = {
  readonly what: string;
  readonly met: (node: SchemaNode, place: { readonly root: boolean; readonly property: boolean }) => boolean;
  readonly happens: string;
  /** Lowering takes it away, and nothing is lost. */
  readonly noLoss?: true;
};

const has =
  (...keys: string[]) =>
  (node: SchemaNode): boolean =>
    keys.some((key) => Object.hasOwn(node, key));

const UNIONS = ['anyOf', 'oneOf', 'allOf'];

const SHAPES: readonly Shape[] = [
  {
    what: 'a union at the root',
    met: (node, { root }) => root && has(...UNIONS)(node),
    happens: 'the Anthropic API refuses the whole session',
  },
  {
    what: 'a root that is no object',
    met: (node, { root }) => root && node['type'] !== 'object' && !has(...UNIONS, '$ref')(node),
    happens: 'Claude Code drops all tools of the server, SDK clients fail the list',
  },
  {
    what: 'anyOf, oneOf or allOf',
    met: (node, { root }) => !root && has(...UNIONS)(node),
    happens: 'Codex makes it a string',
  },
  {
    what: '$ref',
    met: has('$ref', '$defs', 'definitions'),
    happens: 'Gemini CLI leaves it unresolved, Codex makes it a string',
  },
  {
    what: 'a list of types',
    met: (node) => Array.isArray(node['type']),
    happens: 'Gemini CLI refuses it',
  },
  {
    what: 'a property without type',
    met: (node, { property }) => property && !has('type', '$ref', 'enum', 'const', ...UNIONS)(node),
    happens: 'Gemini CLI fails the whole request',
  },
  {
    what: 'an array without items',
    met: (node) => node['type'] === 'array' && !has('items')(node),
    happens: 'VS Code refuses the tool',
  },
  {
    what: 'a tuple',
    met: (node) => has('prefixItems')(node) || Array.isArray(node['items']),
    happens: 'Kimi refuses it, older clients ignore it',
  },
  {
    what: '$schema',
    met: has('$schema', '$id'),
    noLoss: true,
    happens: 'Gemini CLI and Claude refuse dialects they do not know',
  },
  {
    what: 'an enum of other than strings',
    met: (node) => Array.isArray(node['enum']) && node['enum'].some((value) => typeof value !== 'string'),
    happens: 'Gemini CLI and Kimi refuse it',
  },
  { what: 'const', met: has('const'), happens: 'Gemini CLI drops it' },
  {
    what: 'a map of unnamed keys',
    met: (node) =>
      has('patternProperties')(node) ||
      (typeof node['additionalProperties'] === 'object' && node['additionalProperties'] !== null),
    happens: 'Gemini CLI drops what it says of the values',
  },
  {
    what: 'a format beside date-time',
    met: (node) => typeof node['format'] === 'string' && node['format'] !== 'date-time',
    happens: 'Gemini CLI refuses formats it does not know',
  },
  { what: 'pattern', met: has('pattern'), happens: 'several clients drop it; say it in words' },
];

const PLACES_SHOWN = 3;

/** What agent programs do to the shapes of a schema, a finding for each shape.
 * @param isServed false: it is authored so, and served in another form */
export function lintPortability(schema: Json, name: string, isServed: boolean): LintFinding[] {
  const severity: Severity = isServed ? 'warning' : 'note';
  const remark = isServed ? '' : '; it is served in another form';
  const met = new Map<Shape, string[]>();
  for (const { node, pointer, property } of nodesOf(schema))
    for (const shape of SHAPES)
      if ((isServed || shape.noLoss !== true) && shape.met(node, { root: pointer === '', property }))
        met.set(shape, [...(met.get(shape) ?? []), pointer === '' ? '(root)' : pointer]);
  return [...met].map(([{ what, happens }, places]) => ({
    rule: 'schema-portability',
    severity,
    where: `${name} ${places.slice(0, PLACES_SHOWN).join(', ')}${places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : ''}`,
    message: `has ${what}: ${happens}${remark}`,
  }));
}

const MAX_NODES = 5000;
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const MANY = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties'];

type Found = { readonly node: SchemaNode; readonly pointer: string; readonly property: boolean };

/** The subschemas, root first. */
function nodesOf(schema: Json): Found[] {
  const found: Found[] = [];
  const open: { value: Json | undefined; pointer: string; property: boolean }[] = [
    { value: schema, pointer: '', property: false },
  ];
  for (let next = open.shift(); next !== undefined && found.length < MAX_NODES; next = open.shift()) {
    const { value, pointer, property } = next;
    if (!isSchemaNode(value)) continue;
    found.push({ node: value, pointer, property });
    for (const key of ONE) open.push({ value: value[key], pointer: `${pointer}/${key}`, property: false });
    for (const key of MANY) {
      const list = value[key];
      for (const [at, child] of isList(list) ? list.entries() : [])
        open.push({ value: child, pointer: `${pointer}/${key}/${at}`, property: false });
    }
    for (const key of NAMED) {
      const children = value[key];
      if (isSchemaNode(children))
        for (const [name, child] of Object.entries(children))
          open.push({ value: child, pointer: `${pointer}/${key}/${name}`, property: key === 'properties' });
    }
  }
  return found;
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
