import type { Json } from '../../kernel/index.ts';

/** An operation as a linter looks at it. */
export type LintSubject = {
  /** As the model sees it. */
  readonly name: string;
  /** The part of `name` that is the toolkit's prefix; empty when there is none. */
  readonly prefix: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** As authored, when it is known; else as served. */
  readonly authored: Json;
  /** What a client receives; undefined when it cannot be served. */
  readonly served?: Json | undefined;
};

/** A text of an operation that a model reads, and its place. */
export type ModelText = { readonly where: string; readonly text: string };

/** Every text that reaches a model: title, description, and those of the schema (property names, descriptions, enum
 * values, defaults). */
export function modelTexts({ name, title, description, served, authored }: LintSubject): ModelText[] {
  return [
    ...(title === undefined ? [] : [{ where: `${name} title`, text: title }]),
    { where: name, text: description },
    ...schemaTexts(served ?? authored, `${name} `),
  ];
}

function* strings(value: Json, pointer: string): Generator<{ pointer: string; text: string }> {
  if (typeof value === 'string') yield { pointer, text: value };
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!Array.isArray(value)) yield { pointer: at, text: key };
      if (child !== undefined) yield* strings(child, at);
    }
}

const schemaTexts = (schema: Json, before: string): ModelText[] =>
  [...strings(schema, '')].map(({ pointer, text }) => ({ where: `${before}${pointer}`, text }));
