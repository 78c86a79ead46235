import type { PortableNode, PortableSchema } from '../../manifest/index.ts';
import type { Lock } from '../lock.ts';
import { type NamedSchema, propertiesOf, schemaText, toolText, typesSource } from './operation-types.ts';
import { commentLines, stringLiteral } from './source-text.ts';

/** A TypeScript module with the input and output types of every locked operation and the map `Operations`. */
export function typescriptTypes(lock: Lock): string {
  const { operations } = typesSource(lock);
  const declarations = operations.flatMap(({ tool, input, output }) => [
    interfaceText(input, schemaText('Input', tool, input.schema)),
    ...(output === undefined ? [] : [interfaceText(output, schemaText('Output', tool, output.schema))]),
  ]);
  const entries = operations.map(
    ({ tool, input, output }) =>
      `${jsDoc(toolText(tool), '  ')}  ${tool.name}: { input: ${input.typeName}; output: ${output?.typeName ?? 'unknown'} };\n`,
  );
  return [
    `// Types of locked operations, written by toolbase from a lock. Do not edit: write them again.\n// Interface ${lock.interfaceDigest}\n`,
    ...declarations,
    `/** Every locked operation by its exposed name. */\nexport interface Operations {\n${entries.join('')}}\n`,
    `export type OperationName = keyof Operations;\n`,
  ].join('\n');
}

const interfaceText = ({ typeName, schema }: NamedSchema, text: string): string =>
  jsDoc(text, '') +
  (isEmpty(schema)
    ? `export type ${typeName} = ${NO_PROPERTIES};\n`
    : `export interface ${typeName} ${membersText(schema, '')}\n`);

// `{}` would take any value.
const NO_PROPERTIES = 'Record<string, never>';
const isEmpty = (schema: PortableSchema): boolean => Object.keys(schema.properties).length === 0;

function membersText(schema: PortableSchema, indent: string): string {
  const inner = `${indent}  `;
  const members = propertiesOf(schema).map(({ name, node, required }) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
    return `${jsDoc(propertyText(node), inner)}${inner}${key}${required ? '' : '?'}: ${typeText(node, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function typeText(node: PortableNode, indent: string): string {
  switch (node.type) {
    case 'string':
      return node.enum?.map(quoted).join(' | ') ?? 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return `Array<${typeText(node.items, indent)}>`;
    case 'object':
      return isEmpty(node) ? NO_PROPERTIES : membersText(node, indent);
  }
}

// The one type of the portable subset that TypeScript cannot say.
const propertyText = (node: PortableNode): string =>
  [node.description ?? '', node.type === 'integer' ? 'An integer.' : '']
    .filter((text) => text !== '')
    .join('\n\n');

/** A JSDoc comment, or nothing for no text. The text is hostile: it may try to end the comment, to give the compiler a
 * directive (`@ts-expect-error` makes sound code an error) or to mark the type (`@deprecated`). */
function jsDoc(text: string, indent: string): string {
  const lines = commentLines(text).map((line) =>
    line.replaceAll('*/', '*\\/').replaceAll(/(^[\s*/]*|\{\s*)@/g, '$1\\@'),
  );
  if (lines.every((line) => line === '')) return '';
  const [only] = lines;
  return lines.length === 1
    ? `${indent}/** ${only} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

const quoted = (text: string): string => stringLiteral(text, (codePoint) => `\\u{${codePoint}}`);
