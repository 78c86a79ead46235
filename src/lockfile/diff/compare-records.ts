import { canonicalJson, type Json, ordinalCompare } from '../../kernel/index.ts';
import type { Level } from './level.ts';

/** An entry gained (no `before`), lost (no `after`) or changed. */
export interface RecordChange<T> {
  readonly level: Level;
  readonly name: string;
  readonly before?: T;
  readonly after?: T;
}

/** The level of an entry gained, lost or changed; at least one side is given. */
export type Rate<T> = (before: T | undefined, after: T | undefined) => Level;

/** Every difference between two records, sorted by name. */
export function compareRecords<T extends Json>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  rate: Rate<NoInfer<T>>,
): readonly RecordChange<T>[] {
  // Maps, since `constructor` is a lawful name.
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].sort(ordinalCompare).flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
    if (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now)) return [];
    return [
      {
        level: rate(old, now),
        name,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}
