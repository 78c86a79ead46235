import { ordinalCompare } from '../../kernel/index.ts';
import type { PortableNode, PortableSchema } from '../../manifest/index.ts';
import type { Lock, ToolObject } from '../lock.ts';
import { pascalCase, uniqueNames } from './source-text.ts';

/** A schema and the name of its type. */
export interface NamedSchema {
  readonly typeName: string;
  readonly schema: PortableSchema;
}

/** One operation and the names of its types; without `output` nothing is known of its results. */
export interface OperationTypes {
  readonly tool: ToolObject;
  readonly input: NamedSchema;
  readonly output?: NamedSchema;
}

/** What both languages need of a lock: its operations by exposed name, with type names that are given once. */
export interface TypesSource {
  readonly operations: readonly OperationTypes[];
  /** Gives a further type name that no other type has. */
  readonly nameFor: (wanted: string) => string;
}

export function typesSource(lock: Lock): TypesSource {
  const nameFor = uniqueNames();
  const operations = Object.values(lock.operations)
    .map(({ tool }) => tool)
    .sort((a, b) => ordinalCompare(a.name, b.name))
    .map((tool): OperationTypes => {
      const named = (schema: PortableSchema, suffix: string): NamedSchema => ({
        typeName: nameFor(`${pascalCase(tool.name)}${suffix}`),
        schema,
      });
      const input = named(tool.inputSchema, 'Input');
      return tool.outputSchema === undefined
        ? { tool, input }
        : { tool, input, output: named(tool.outputSchema, 'Output') };
    });
  return { operations, nameFor };
}

/** A property of a closed object. */
export interface Property {
  readonly name: string;
  readonly node: PortableNode;
  readonly required: boolean;
}

/** The properties of an object schema, sorted by name. */
export const propertiesOf = (schema: PortableSchema): readonly Property[] =>
  Object.entries(schema.properties)
    .sort(([a], [b]) => ordinalCompare(a, b))
    .map(([name, node]) => ({ name, node, required: schema.required?.includes(name) ?? false }));

/** Title and description of a tool as one text. */
export const toolText = ({ title, description }: ToolObject): string =>
  title === undefined ? description : `${title}\n\n${description}`;

/** What a type's own comment says. */
export const schemaText = (side: 'Input' | 'Output', tool: ToolObject, schema: PortableSchema): string =>
  [`${side} of ${tool.name}.`, ...(schema.description === undefined ? [] : [schema.description])].join(
    '\n\n',
  );
