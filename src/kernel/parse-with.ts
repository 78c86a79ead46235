import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { issueWords } from './issue-words.ts';
import { ToolbaseError } from './toolbase-error.ts';

/** Checks outside data against a format and names every fault by its JSON pointer.
 * @throws ToolbaseError with `code` */
export function parseWith<T extends z.ZodType>(
  schema: T,
  value: unknown,
  label: string,
  code: ErrorCode,
): z.output<T> {
  const result = schema.safeParse(value, { error: issueWords });
  if (result.success) return result.data;
  if (value === null) throw new ToolbaseError(code, `${label}: is empty`);
  const issues = result.error.issues.flatMap(innermost);
  const faults = issues.slice(0, 8).map((issue) => `${pointerOf(issue.path)}: ${wording(issue)}`);
  const more = issues.length > 8 ? ` (and ${issues.length - 8} more)` : '';
  const unquoted = issues.find((issue) => isUnquotedVersion(issue, value));
  throw new ToolbaseError(code, `${label}: ${faults.join('; ')}${more}`, {
    ...(unquoted === undefined
      ? {}
      : { hint: `Quote ${pointerOf(unquoted.path)}: YAML reads an unquoted 1.10 as the number 1.1.` }),
  });
}

/** RFC 6901 pointer of a path; the whole document is "(document)". */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? '(document)'
    : path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The faults of the branch of a union that fits best, and those of a record's key, instead of the mere fact. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  const inner = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
    issues.flatMap((each) => innermost({ ...each, path: [...issue.path, ...each.path] }));
  if (issue.code === 'invalid_key') return inner(issue.issues);
  if (issue.code !== 'invalid_union') return [issue];
  const [best, second] = issue.errors
    .filter((branch) => !branch.some(isWrongType))
    .sort((a, b) => a.length - b.length);
  return best !== undefined && best.length !== second?.length ? inner(best) : [issue];
}

const isWrongType = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' && issue.path.length === 0;

const wording = ({ message }: z.core.$ZodIssue): string => message.replace(/^Invalid (?:input|string): /, '');

const VERSION_MAPS = ['toolkits', 'overrides', 'toolkitDependencies'];

function isUnquotedVersion(issue: z.core.$ZodIssue, root: unknown): boolean {
  const last = issue.path.at(-1);
  const named = last === 'version' || VERSION_MAPS.includes(String(issue.path.at(-2)));
  if (!named) return false;
  let at: unknown = root;
  for (const key of issue.path) at = (at as Record<PropertyKey, unknown> | undefined)?.[key];
  return typeof at === 'number';
}
