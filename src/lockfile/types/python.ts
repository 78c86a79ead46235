import type { PortableNode } from '../../manifest/index.ts';
import type { Lock } from '../lock.ts';
import { type NamedSchema, propertiesOf, schemaText, toolText, typesSource } from './operation-types.ts';
import { commentLines, pascalCase } from './source-text.ts';
import { docstring, quoted, type TypedDictSource, typedDictText } from './typed-dict.ts';

const HEADER = `from typing import Generic, Literal, NotRequired, TypedDict, TypeVar

_Input = TypeVar("_Input")
_Output = TypeVar("_Output")


class Operation(TypedDict, Generic[_Input, _Output]):
    """Input and output of one operation."""

    input: _Input
    output: _Output
`;

/** A Python module (3.11 or later, typing only) with the input and output types of every locked operation and the
 * map `Operations`. */
export function pythonTypes(lock: Lock): string {
  const { operations, nameFor } = typesSource(lock);
  const declarations = operations.flatMap(({ tool, input, output }) => [
    ...typedDicts(input, schemaText('Input', tool, input.schema), nameFor),
    ...(output === undefined ? [] : typedDicts(output, schemaText('Output', tool, output.schema), nameFor)),
  ]);
  const map: TypedDictSource = {
    typeName: 'Operations',
    text: 'Every locked operation by its exposed name.',
    fields: operations.map(({ tool, input, output }) => ({
      name: tool.name,
      type: `Operation[${input.typeName}, ${output?.typeName ?? 'object'}]`,
      text: toolText(tool),
    })),
  };
  const all = [...declarations, map];
  const typeNames = new Set(all.map(({ typeName }) => typeName));
  const about = `Types of locked operations, written by toolbase from a lock. Do not edit: write them again.\n\nInterface ${lock.interfaceDigest}`;
  return [
    `${docstring(commentLines(about), '')}\n\n${HEADER}`,
    ...all.map((source) => typedDictText(source, typeNames)),
  ].join('\n\n');
}

/** The TypedDict of a schema, after those of the objects inside it. */
function typedDicts(
  { typeName, schema }: NamedSchema,
  text: string,
  nameFor: (wanted: string) => string,
): readonly TypedDictSource[] {
  const inner: TypedDictSource[] = [];
  const typeText = (node: PortableNode, wanted: string): string => {
    switch (node.type) {
      case 'string':
        return node.enum === undefined ? 'str' : `Literal[${node.enum.map(quoted).join(', ')}]`;
      case 'number':
        return 'float';
      case 'integer':
        return 'int';
      case 'boolean':
        return 'bool';
      case 'array':
        return `list[${typeText(node.items, `${wanted}Item`)}]`;
      case 'object': {
        const named = { typeName: nameFor(wanted), schema: node };
        inner.push(...typedDicts(named, node.description ?? '', nameFor));
        return named.typeName;
      }
    }
  };
  const fields = propertiesOf(schema).map(({ name, node, required }) => {
    const type = typeText(node, `${typeName.replaceAll('_', '')}${pascalCase(name)}`);
    return { name, type: required ? type : `NotRequired[${type}]`, text: node.description ?? '' };
  });
  return [...inner, { typeName, text, fields }];
}
