import type { ToolkitName } from '../kernel/index.ts';
import type { Candidates, Choices } from './candidates.ts';

/** Why an incompatibility holds. */
export type Cause =
  | { readonly kind: 'requested'; readonly toolkit: Candidates; readonly range: string }
  | {
      readonly kind: 'dependency';
      readonly toolkit: Candidates;
      readonly choices: Choices;
      readonly dependency: Candidates;
      readonly range: string;
    }
  | { readonly kind: 'derived'; readonly from: readonly [Incompatibility, Incompatibility] };

export interface Term {
  readonly toolkit: Candidates;
  readonly choices: Choices;
  /** All choices but these. */
  readonly others: Choices;
}

/** Choices that must not all be made: for every toolkit named, one of these. None at all: nothing fits. */
export interface Incompatibility {
  readonly terms: ReadonlyMap<ToolkitName, Term>;
  /** The same, in order. */
  readonly list: readonly Term[];
  readonly cause: Cause;
}

/** Merges terms of one toolkit (both must hold) and drops those that always hold. */
function incompatibility(terms: readonly Pick<Term, 'toolkit' | 'choices'>[], cause: Cause): Incompatibility {
  const merged = new Map<ToolkitName, Term>();
  for (const { toolkit, choices } of terms) {
    const both = (merged.get(toolkit.name)?.choices ?? toolkit.all) & choices;
    if (both === toolkit.all) merged.delete(toolkit.name);
    else merged.set(toolkit.name, { toolkit, choices: both, others: toolkit.all & ~both });
  }
  return { terms: merged, list: [...merged.values()], cause };
}

const outside = (toolkit: Candidates, range: string): Choices => toolkit.all & ~toolkit.within(range);

export const requested = (toolkit: Candidates, range: string): Incompatibility =>
  incompatibility([{ toolkit, choices: outside(toolkit, range) }], { kind: 'requested', toolkit, range });

export function needs(toolkit: Candidates, dependency: Candidates, range: string): Incompatibility {
  const choices = toolkit.needing(dependency.name, range);
  return incompatibility(
    [
      { toolkit, choices },
      { toolkit: dependency, choices: outside(dependency, range) },
    ],
    { kind: 'dependency', toolkit, choices, dependency, range },
  );
}

/** What follows from two incompatibilities whatever is chosen for `toolkit`: the rule of resolution. */
export function resolvent(a: Incompatibility, b: Incompatibility, toolkit: Candidates): Incompatibility {
  const others = [...a.terms.values(), ...b.terms.values()].filter((term) => term.toolkit !== toolkit);
  const either = (a.terms.get(toolkit.name)?.choices ?? 0n) | (b.terms.get(toolkit.name)?.choices ?? 0n);
  return incompatibility([...others, { toolkit, choices: either }], { kind: 'derived', from: [a, b] });
}
