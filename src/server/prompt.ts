import { filledProcedure, type Procedure } from '../manifest/index.ts';
import type { ExposedPrompt } from '../lockfile/index.ts';

const VALUE_MAX_CHARS = 10_000;

/** An entry of `prompts/list`. */
export const listedPrompt = ({ name, procedure }: ExposedPrompt) => ({
  name,
  ...(procedure.title === undefined ? {} : { title: procedure.title }),
  description: procedure.description,
  arguments: procedure.arguments.map((each) => ({
    name: each.name,
    description: each.description,
    required: each.default === undefined,
  })),
});

/** What does not fit in the arguments of a prompt, or undefined. */
export function argumentFault(
  { arguments: declared }: Procedure,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const unknown = Object.keys(given).find((name) => declared.every((each) => each.name !== name));
  if (unknown !== undefined) return `${JSON.stringify(unknown.slice(0, 80))} is not known`;
  for (const { name, values, default: preset } of declared) {
    const value = Object.hasOwn(given, name) ? given[name] : preset;
    if (value === undefined) return `${name} is missing`;
    if (values !== undefined && !values.includes(value)) return `${name} must be one of ${values.join(', ')}`;
    if (value.length > VALUE_MAX_CHARS) return `${name} has more than ${VALUE_MAX_CHARS} characters`;
  }
  return undefined;
}

/** @param text of the procedure's file */
export const promptText = (
  { arguments: declared }: Procedure,
  text: string,
  given: Readonly<Record<string, string>>,
): string =>
  filledProcedure(
    text,
    new Map(
      declared.map(({ name, default: preset }) => [
        name,
        (Object.hasOwn(given, name) ? given[name] : preset) ?? '',
      ]),
    ),
  );
