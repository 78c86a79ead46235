import semver from 'semver';
import { z } from 'zod';
import { KebabName } from '../../kernel/index.ts';
import { ExternalDeclaration } from '../../manifest/index.ts';
import { Level } from './level.ts';
import { compareRecords, type Rate } from './compare-records.ts';

/** A program that a toolkit needs on the machine: newly (no `before`), no longer (no `after`), or otherwise. */
export const ExternalChange = z.strictObject({
  kind: z.literal('external'),
  level: Level,
  name: KebabName,
  before: ExternalDeclaration.optional(),
  after: ExternalDeclaration.optional(),
});
export type ExternalChange = z.output<typeof ExternalChange>;

type Externals = Readonly<Record<string, ExternalDeclaration>>;

export const compareExternals = (before: Externals, after: Externals): ExternalChange[] =>
  compareRecords(before, after, externalLevel).map((change) => ({ kind: 'external', ...change }));

/** `major`: a machine on which the toolkit ran so far may lack something now. */
const externalLevel: Rate<ExternalDeclaration> = (before, after) => {
  if (after === undefined) return 'minor';
  if (before === undefined) return after.optional ? 'minor' : 'major';
  const needsMore =
    (before.optional && !after.optional) ||
    before.command !== after.command ||
    !isSubset(before.versions, after.versions);
  if (needsMore) return 'major';
  return before.optional !== after.optional || before.versions !== after.versions ? 'minor' : 'patch';
};

/** True when every version in one range is in the other; false also when a range cannot be read. */
function isSubset(range: string, wider: string): boolean {
  if (range === wider) return true;
  if (semver.validRange(range) === null || semver.validRange(wider) === null) return false;
  return semver.subset(range, wider);
}

/** What a lock or a manifest says of an environment. */
interface Environment {
  readonly kind: 'python' | 'npm';
  readonly python?: string;
}

/** The level of an environment gained, lost or changed. npm's run on the Node that toolbase runs on; Python's need an
 * interpreter of the machine. Other pinned packages behind the same interface are a patch. */
export function environmentLevel(before: Environment | undefined, after: Environment | undefined): Level {
  if (after === undefined) return 'minor';
  if (after.kind === 'npm') return before?.kind === 'npm' ? 'patch' : 'minor';
  return before?.kind === 'python' && before.python === after.python ? 'patch' : 'major';
}
