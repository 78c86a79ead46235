import { z } from 'zod';
import { KebabName, parseStrictYaml, parseWith, ToolbaseError } from '../kernel/index.ts';
import { modelText } from './model-text.ts';

const TEXT_MAX = 20_000;

export const ProcedureArgument = z.strictObject({
  description: modelText(400).min(1),
  /** All that it may be; absent: any text. */
  values: z.array(modelText(200).min(1)).min(1).max(100).optional(),
  /** What stands in its place when it is not given; an argument without one is required. */
  default: modelText(2000).optional(),
});

const ArgumentName = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and underscores');

/** Front matter of `procedures/<name>.md`. */
const ProcedureHeader = z.strictObject({
  title: modelText(80).min(1).optional(),
  description: modelText(400).min(1),
  arguments: z.record(ArgumentName, ProcedureArgument).default({}),
});

/** A named way to use a toolkit that a skill describes: what a client offers its user as a prompt. */
export const Procedure = z.strictObject({
  name: KebabName,
  title: modelText(80).min(1).optional(),
  description: modelText(400).min(1),
  /** In the order of the names. */
  arguments: z.array(ProcedureArgument.extend({ name: ArgumentName })).max(20),
});
export type Procedure = z.output<typeof Procedure>;

const PLACE = /\{\{([a-z][a-z0-9_]*)\}\}/g;

/** The front matter and what follows it; undefined when there is none. */
export function splitFrontMatter(
  text: string,
): { readonly header: string; readonly body: string } | undefined {
  const found = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  return found === null ? undefined : { header: found[1] ?? '', body: text.slice(found[0].length) };
}

/** Reads a procedure of a skill. @param name of the file, without its ending
 * @throws ToolbaseError BAD_MANIFEST, BAD_YAML naming the file */
export function readProcedure(name: string, text: string, label: string): Procedure {
  const refuse = (why: string): never => {
    throw new ToolbaseError('BAD_MANIFEST', `${label} ${why}`);
  };
  const parts = splitFrontMatter(text) ?? refuse('does not begin with front matter');
  const { header, body } = parts;
  if (body.trim() === '' || body.length > TEXT_MAX)
    refuse(`must hold a text of at most ${TEXT_MAX} characters below its front matter`);
  const read = parseWith(ProcedureHeader, parseStrictYaml(header, label), label, 'BAD_MANIFEST');
  const used = new Set(Array.from(body.matchAll(PLACE), ([, place]) => place ?? ''));
  const declared = Object.keys(read.arguments).sort();
  const stray = [...used].find((place) => !declared.includes(place));
  if (stray !== undefined) refuse(`uses {{${stray}}}, which it does not declare under arguments`);
  const unused = declared.find((each) => !used.has(each));
  if (unused !== undefined) refuse(`declares the argument ${unused}, but has no {{${unused}}}`);
  for (const [argument, { values, default: preset }] of Object.entries(read.arguments))
    if (values !== undefined && preset !== undefined && !values.includes(preset))
      refuse(`gives ${argument} a default that is none of its values`);
  return parseWith(
    Procedure,
    {
      name,
      ...(read.title === undefined ? {} : { title: read.title }),
      description: read.description,
      arguments: declared.map((each) => ({ name: each, ...read.arguments[each] })),
    },
    label,
    'BAD_MANIFEST',
  );
}

/** A procedure's text with what was given in the places of its arguments; in one pass, so that a value is never a
 * place itself.
 * @param text of the file */
export function filledProcedure(text: string, given: ReadonlyMap<string, string>): string {
  const body = splitFrontMatter(text)?.body ?? text;
  return body.trim().replaceAll(PLACE, (place, name: string) => given.get(name) ?? place);
}
