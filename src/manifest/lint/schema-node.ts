import type { Json } from '../../kernel/index.ts';

/** A JSON Schema that is an object: of any author, in any dialect. */
export type SchemaNode = { readonly [key: string]: Json | undefined };

export const isSchemaNode = (value: Json | undefined): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
