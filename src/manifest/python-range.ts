import { z } from 'zod';

const CLAUSE = /^(>=|<|==|~=)\s*(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}|\*))?$/;

/** Versions of Python that fit: clauses of PEP 440 joined by commas, with `>=`, `<`, `==` and `~=`. `==` names a whole
 * release (3.11.4) or a series (3.11.*). */
export const PythonRange = z
  .string()
  .max(100)
  .superRefine((text, context) => {
    for (const clause of text.split(',')) {
      const fault = clauseFault(clause.trim());
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    }
  });
export type PythonRange = z.output<typeof PythonRange>;

function clauseFault(clause: string): string | undefined {
  const [, operator, major, minor, micro] = CLAUSE.exec(clause) ?? [];
  if (operator === undefined) return 'must be clauses such as >=3.10,<3.13 (of >=, <, == and ~=)';
  if (operator === '==' && micro === undefined)
    return `write ==${major}.${minor}.* for every ${major}.${minor}`;
  if (operator !== '==' && micro === '*') return `"*" goes with == only, not with ${operator}`;
  return undefined;
}

/** True when a released version, as `3.11.7`, is in the range. Pre-releases never are.
 * @see PEP 440, "Version specifiers" */
export function inPythonRange(range: PythonRange, version: string): boolean {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  return found !== undefined && range.split(',').every((clause) => satisfies(clause.trim(), found));
}

function satisfies(clause: string, found: readonly number[]): boolean {
  const [, operator, major, minor, micro] = CLAUSE.exec(clause) ?? [];
  const wanted = [Number(major), Number(minor), Number(micro === '*' ? 0 : (micro ?? 0))];
  const sameRelease = (parts: number): boolean =>
    wanted.slice(0, parts).every((part, at) => part === found[at]);
  switch (operator) {
    case '>=':
      return compare(found, wanted) >= 0;
    case '<':
      return compare(found, wanted) < 0;
    case '==':
      return sameRelease(micro === '*' ? 2 : 3);
    case '~=':
      return compare(found, wanted) >= 0 && sameRelease(micro === undefined ? 1 : 2);
    case undefined:
    default:
      return false;
  }
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
