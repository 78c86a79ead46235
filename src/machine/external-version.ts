import semver from 'semver';

/** What became of looking for an external program. */
export type ExternalFinding =
  | { readonly kind: 'found'; readonly path: string; readonly version: string }
  | { readonly kind: 'wrong-version'; readonly path: string; readonly version: string }
  /** It ran, but told no version in the declared pattern. */
  | { readonly kind: 'no-version'; readonly path: string; readonly output: string }
  | { readonly kind: 'not-started'; readonly path: string; readonly reason: string }
  | { readonly kind: 'not-found' };

/** Whether a program's own version is in a semver range. Programs count as they like: `8.312` is taken for 8.312.0, and
 * what cannot be read so fits only `*`. */
export function versionFits(version: string, range: string): boolean {
  if (range.trim() === '*') return true;
  const exact = semver.coerce(version, { includePrerelease: true });
  return exact !== null && semver.satisfies(exact, range, { includePrerelease: true });
}
