import { z } from 'zod';
import { headOf } from '../kernel/index.ts';

/** A fault of a request as the schema library of the SDK lists it. */
const Issue = z.looseObject({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).default([]),
  get errors() {
    return z.array(z.array(Issue)).optional();
  },
});
type Issue = z.infer<typeof Issue>;

const WORDS_MAX_CHARS = 800;

/** Says in words what the SDK throws as a JSON list of a schema's issues when a request's params do not fit its method.
 * @param thrown the text that was thrown
 * @returns undefined for a text that is no such list */
export function paramsFault(method: string, thrown: string): string | undefined {
  const start = thrown.indexOf('[');
  const issues = start < 0 ? undefined : issuesIn(thrown.slice(start));
  if (issues === undefined) return undefined;
  return headOf(`${method}: ${issues.map(words).join('; ')}`, WORDS_MAX_CHARS);
}

function issuesIn(text: string): readonly Issue[] | undefined {
  try {
    const { data } = z.array(Issue).min(1).safeParse(JSON.parse(text));
    return data;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function words({ path, message, errors }: Issue): string {
  const place = path.length === 0 ? '' : `${path.join('/')}: `;
  if (errors !== undefined && errors.length > 0) {
    const forms = errors.map((branch) => branch.map(words).join(', '));
    return `${place}fits none of its forms (${forms.join('; or ')})`;
  }
  return `${place}${message.replace(/^Invalid (?:input|option): /, '').replace(/^.*received undefined$/, 'is missing')}`;
}
