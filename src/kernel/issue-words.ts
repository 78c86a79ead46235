import type { z } from 'zod';
import { nearMatches } from './near-matches.ts';

/** Says a fault of outside data in the words of whoever wrote the data, who knows maps and lists and no schema library.
 * Undefined for what the library's own words, or a schema's, say well enough. */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = KINDS[issue.expected];
      return expected === undefined ? undefined : wrongKind(expected, issue.input);
    }
    case 'invalid_value':
      return wrongChoice(issue.values, issue.input);
    case 'invalid_union':
      return noForm(issue);
    case 'too_small':
      return limit(issue, issue.minimum, strictly(issue, 'more than', 'at least'));
    case 'too_big':
      return limit(issue, issue.maximum, strictly(issue, 'less than', 'at most'));
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, knownKeys(issue.inst), issue.input);
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'not_multiple_of':
      return undefined;
  }
}

type Union = Extract<z.core.$ZodRawIssue, { readonly code: 'invalid_union' }>;

/** None of several forms fits: their kinds when the kind is wrong, else what each of those of the right kind lacks. */
function noForm({ input, errors, options, discriminator }: Union): string {
  if (Array.isArray(options) && typeof discriminator === 'string')
    return wrongChoice(options, ownValue(input, discriminator));
  if (input === undefined) return 'is missing';
  const kinds = errors.flatMap((branch) => branch.filter(isWrongKind).map(({ expected }) => expected));
  const fitting = errors.filter((branch) => !branch.some(isWrongKind));
  if (fitting.length === 0)
    return wrongKind([...new Set(kinds.map((kind) => KINDS[kind] ?? kind))].join(' or '), input);
  return `fits none of its forms: ${fitting.map(lacking).join('; or ')}`;
}

const isWrongKind = (
  issue: z.core.$ZodIssue,
): issue is Extract<z.core.$ZodIssue, { readonly code: 'invalid_type' }> =>
  issue.code === 'invalid_type' && issue.path.length === 0;

const lacking = (branch: readonly z.core.$ZodIssue[]): string =>
  branch
    .slice(0, 4)
    .map(({ path, message }) => [...path.map(String), message].join(' '))
    .join(', ');

const ownValue = (input: unknown, key: string): unknown =>
  typeof input === 'object' && input !== null && Object.hasOwn(input, key)
    ? Object.getOwnPropertyDescriptor(input, key)?.value
    : undefined;

const KINDS: Readonly<Record<string, string | undefined>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

function wrongKind(expected: string, input: unknown): string {
  if (input === undefined) return `is missing (${expected})`;
  if (expected === 'an integer' && typeof input === 'number') return 'must be an integer';
  if (input === null && expected === 'a map') return 'is empty (null), and must be a map';
  return `must be ${expected}, not ${kindOf(input)}`;
}

function wrongChoice(values: readonly unknown[], input: unknown): string {
  const said = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)));
  const wanted = `${said.length === 1 ? '' : 'one of '}${said.join(', ')}`;
  return input === undefined ? `is missing (${wanted})` : `must be ${wanted}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'number' && !Number.isFinite(input)) return String(input);
  return KINDS[typeof input] ?? typeof input;
}

const strictly = ({ inclusive }: { readonly inclusive?: boolean }, open: string, closed: string): string =>
  inclusive === false ? open : closed;

function limit(
  { origin, exact }: { readonly origin: string; readonly exact?: boolean },
  value: number | bigint,
  relation: string,
): string {
  const unit = UNITS[origin];
  const amount = `${exact === true ? 'exactly' : relation} ${value}`;
  return unit === undefined
    ? `must be ${amount}`
    : `must have ${amount} ${unit}${Number(value) === 1 ? '' : 's'}`;
}

const UNITS: Readonly<Record<string, string | undefined>> = {
  string: 'character',
  array: 'item',
  set: 'item',
};

function unknownKeys(keys: readonly string[], known: readonly string[], input: unknown): string {
  const free = known.filter(
    (key) => typeof input !== 'object' || input === null || !Object.hasOwn(input, key),
  );
  const said = keys.map((key) => {
    const [near] = nearMatches(key, free);
    return `${JSON.stringify(key)}${near === undefined ? '' : ` (did you mean ${JSON.stringify(near)}?)`}`;
  });
  return `unknown ${keys.length === 1 ? 'key' : 'keys'} ${said.join(', ')}`;
}

/** The keys of the object schema that found the fault. */
function knownKeys(inst: { readonly _zod: { readonly def: object } } | undefined): string[] {
  const def = inst?._zod.def;
  if (def === undefined || !('shape' in def)) return [];
  return typeof def.shape === 'object' && def.shape !== null ? Object.keys(def.shape) : [];
}
