import type { ManifestDiff } from '../lockfile/index.ts';
import type { PackageFinding } from './audit-package.ts';

/** Why a package is not published unless its author says so. `secrets`: it seems to hold credentials.
 * `break`: callers of the version before it break, and the version number does not say so. */
export type PublishRefusal = 'secrets' | 'break';

/** What the author says to go ahead with. */
export interface PublishPermissions {
  /** Paths in the package that are no secrets, or should be public. */
  readonly secrets: readonly string[];
  readonly breaks: boolean;
}

export const NO_PERMISSIONS: PublishPermissions = { secrets: [], breaks: false };

/** Whether a package may be published.
 * @param change from the version that it succeeds, if there is one */
export function publishRefusals(
  findings: readonly PackageFinding[],
  change: ManifestDiff | undefined,
  allowed: PublishPermissions,
): PublishRefusal[] {
  const secret = findings.some(({ kind, path }) => kind === 'secret' && !allowed.secrets.includes(path));
  const broken = change?.bump === 'too small' && change.deserved === 'major';
  return [
    ...(secret ? (['secrets'] as const) : []),
    ...(broken && !allowed.breaks ? (['break'] as const) : []),
  ];
}
