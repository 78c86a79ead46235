import { ordinalCompare } from './ordinal-compare.ts';

const MAX_SHOWN = 3;

/** The candidates that a mistyped name probably meant, best first, at most three. Case is ignored. */
export function nearMatches(wanted: string, candidates: Iterable<string>): string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return [...candidates]
    .map((name) => ({ name, distance: distanceOf(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || ordinalCompare(a.name, b.name))
    .slice(0, MAX_SHOWN)
    .map(({ name }) => name);
}

/** A hint that offers the near matches, or else all names there are when they are few. */
export function meantHint(wanted: string, candidates: readonly string[]): string {
  const near = nearMatches(wanted, candidates);
  if (near.length > 0) return `Did you mean ${near.join(' or ')}?`;
  if (candidates.length === 0) return 'There are none.';
  const shown = [...candidates].sort(ordinalCompare).slice(0, 12);
  return `There ${candidates.length === 1 ? 'is' : 'are'} ${shown.join(', ')}${candidates.length > shown.length ? ', …' : ''}.`;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours; a part of the other counts
 * as near. */
function distanceOf(a: string, b: string): number {
  if (a.length >= 3 && b.includes(a)) return 1;
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const moved = swapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted, moved));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
