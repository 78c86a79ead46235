import { EXPOSED_NAME_MAX, ExposedName, ToolbaseError, type ToolkitName } from '../kernel/index.ts';

/** The tools that run a long operation as a job: one starts it, the other follows it. */
export interface JobNames {
  readonly start: ExposedName;
  readonly follow: ExposedName;
}

const SUFFIXES = { start: '_start', follow: '_job' } as const;

/** @param exposed name of the operation itself
 * @throws ToolbaseError BAD_NAME when a suffix makes the name longer than every client takes */
export function jobNames(toolkit: ToolkitName, exposed: ExposedName): JobNames {
  const named = (suffix: string): ExposedName => {
    const name = ExposedName.safeParse(`${exposed}${suffix}`);
    if (name.success) return name.data;
    throw new ToolbaseError(
      'BAD_NAME',
      `${exposed} of ${toolkit} is a long operation, and ${exposed}${suffix}, by which it runs as a job, is ${exposed.length + suffix.length} characters long; clients take ${EXPOSED_NAME_MAX}`,
      { hint: `Write a shorter \`as:\` for ${toolkit} in the loadout, or leave the operation out.` },
    );
  };
  return { start: named(SUFFIXES.start), follow: named(SUFFIXES.follow) };
}
