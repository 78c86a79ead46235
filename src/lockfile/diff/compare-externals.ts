import semver from 'semver';
import { z } from 'zod';
import { canonicalJson, KebabName } from '../../kernel/index.ts';
import { ExternalDeclaration } from '../../manifest/index.ts';
import { Level } from './level.ts';

/** A program that a toolkit needs on the machine, asked for (no `before`), no longer needed (no `after`), or changed. */
export const ExternalChange = z.strictObject({
  kind: z.literal('external'),
  level: Level,
  name: KebabName,
  before: ExternalDeclaration.optional(),
  after: ExternalDeclaration.optional(),
});
export type ExternalChange = z.output<typeof ExternalChange>;

type Externals = Readonly<Record<string, ExternalDeclaration>>;

/** What changed in the programs that a toolkit needs. `major`: a machine on which it ran may lack something now. */
export function compareExternals(before: Externals, after: Externals): readonly ExternalChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name): ExternalChange[] => {
    const [old, now] = [was.get(name), is.get(name)];
    const level = externalLevel(old, now);
    if (level === 'none') return [];
    return [
      {
        kind: 'external',
        level,
        name,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}

function externalLevel(
  before: ExternalDeclaration | undefined,
  after: ExternalDeclaration | undefined,
): Level {
  if (after === undefined) return before === undefined ? 'none' : 'minor';
  if (before === undefined) return after.optional ? 'minor' : 'major';
  if (canonicalJson(before) === canonicalJson(after)) return 'none';
  const needsMore =
    (before.optional && !after.optional) ||
    before.command !== after.command ||
    !isSubset(before.versions, after.versions);
  if (needsMore) return 'major';
  return before.optional !== after.optional || before.versions !== after.versions ? 'minor' : 'patch';
}

/** True when every version in one range is in the other; false also when a range cannot be read. */
function isSubset(range: string, wider: string): boolean {
  if (range === wider) return true;
  if (semver.validRange(range) === null || semver.validRange(wider) === null) return false;
  return semver.subset(range, wider);
}
