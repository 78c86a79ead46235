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
  const faults = issues.slice(0, 8).map((issue) => `${place(issue, value)}${wording(issue)}`);
  const more = issues.length > 8 ? ` (and ${issues.length - 8} more)` : '';
  const unquoted = issues.find((issue) => isUnquotedVersion(issue, value));
  const hint =
    unquoted === undefined
      ? listHint(issues, value)
      : `Quote ${pointerOf(unquoted.path)}: YAML reads an unquoted 1.10 as the number 1.1.`;
  throw new ToolbaseError(code, `${label}: ${faults.join('; ')}${more}`, hint === undefined ? {} : { hint });
}

/** Where a fault is; nothing for a value that has no inside. */
const place = ({ path }: z.core.$ZodIssue, root: unknown): string =>
  path.length === 0 && (typeof root !== 'object' || root === null) ? '' : `${pointerOf(path)}: `;

/** For one word where a list of them is wanted. */
function listHint(issues: readonly z.core.$ZodIssue[], root: unknown): string | undefined {
  for (const { code, path, ...issue } of issues) {
    const word = valueAt(root, path);
    if (code === 'invalid_type' && 'expected' in issue && issue.expected === 'array' && isWord(word))
      return `Write ${pointerOf(path)} as a list, also of one: [${word}].`;
  }
  return undefined;
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9._/-]{1,60}$/.test(value);

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
  return typeof valueAt(root, issue.path) === 'number';
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let at = root;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.getOwnPropertyDescriptor(at, key)?.value;
  }
  return at;
}
