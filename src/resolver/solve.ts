import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';
import { analyseConflict } from './analyse-conflict.ts';
import { Candidates, type ToolkitVersions } from './candidates.ts';
import { type Incompatibility, needs, requested, type Term } from './incompatibility.ts';
import { PartialSolution } from './partial-solution.ts';

export interface RangeRequest {
  readonly name: ToolkitName;
  /** Semver range by npm's rules, or a dist-tag. */
  readonly range: string;
}

export type Solution =
  | { readonly kind: 'solved'; readonly versions: ReadonlyMap<ToolkitName, Version> }
  | { readonly kind: 'impossible'; readonly conflict: Incompatibility };

/** Names whose versions are needed to go on; answered with what is known of them, in the same order. */
export type Need = Generator<readonly ToolkitName[], Solution, readonly (ToolkitVersions | undefined)[]>;

/** Chooses one version of each toolkit that is needed, so that all requests and dependencies are met. Toolkits are
 * decided in order of name, those that were requested first, each at the best version that can still fit.
 * @param preferred versions to keep where they fit */
export function* solve(
  requests: readonly RangeRequest[],
  preferred: ReadonlyMap<ToolkitName, Version>,
): Need {
  const solver = new Solver(new Set(requests.map(({ name }) => name)), preferred);
  const sorted = [...requests].sort(
    (a, b) => ordinalCompare(a.name, b.name) || ordinalCompare(a.range, b.range),
  );
  yield* solver.know(sorted.map(({ name }) => name));
  for (const { name, range } of sorted) solver.add(requested(solver.toolkit(name), range));
  let changed: readonly Candidates[] = solver.toolkits();
  for (;;) {
    const impossible = solver.settle(changed);
    if (impossible !== undefined) return { kind: 'impossible', conflict: impossible };
    const toolkit = solver.nextOpen();
    if (toolkit === undefined) return { kind: 'solved', versions: solver.versions() };
    const index = solver.best(toolkit);
    const wanted = toolkit.dependenciesOf(toolkit.versions[index] as Version);
    yield* solver.know(wanted.map(({ name }) => name));
    for (const { name, range } of wanted) solver.addDependency(toolkit, name, range);
    solver.solution.decide(toolkit, toolkit.bitOf(index));
    changed = [toolkit];
  }
}

class Solver {
  readonly solution = new PartialSolution();
  readonly #requested: ReadonlySet<ToolkitName>;
  readonly #preferred: ReadonlyMap<ToolkitName, Version>;
  readonly #known = new Map<ToolkitName, Candidates>();
  readonly #facts = new Map<ToolkitName, Incompatibility[]>();
  readonly #added = new Set<string>();
  #order: Candidates[] = [];
  #impossible: Incompatibility | undefined;

  constructor(requestedNames: ReadonlySet<ToolkitName>, preferred: ReadonlyMap<ToolkitName, Version>) {
    this.#requested = requestedNames;
    this.#preferred = preferred;
  }

  /** Asks for the toolkits of which nothing is known yet. */
  *know(
    names: readonly ToolkitName[],
  ): Generator<readonly ToolkitName[], void, readonly (ToolkitVersions | undefined)[]> {
    const missing = [...new Set(names)].filter((name) => !this.#known.has(name)).sort(ordinalCompare);
    if (missing.length === 0) return;
    const found = yield missing;
    missing.forEach((name, at) => this.#known.set(name, new Candidates(name, found[at])));
    const rank = ({ name }: Candidates): number => (this.#requested.has(name) ? 0 : 1);
    this.#order = [...this.#known.values()].sort(
      (a, b) => rank(a) - rank(b) || ordinalCompare(a.name, b.name),
    );
  }

  toolkit(name: ToolkitName): Candidates {
    const known = this.#known.get(name);
    if (known === undefined) throw new Error(`nothing is known of ${name}`);
    return known;
  }

  toolkits(): readonly Candidates[] {
    return this.#order;
  }

  add(fact: Incompatibility): void {
    if (fact.terms.size === 0) this.#impossible ??= fact;
    for (const name of fact.terms.keys()) {
      const facts = this.#facts.get(name);
      if (facts === undefined) this.#facts.set(name, [fact]);
      else facts.push(fact);
    }
  }

  addDependency(toolkit: Candidates, name: ToolkitName, range: string): void {
    const key = JSON.stringify([toolkit.name, name, range]);
    if (this.#added.has(key)) return;
    this.#added.add(key);
    this.add(needs(toolkit, this.toolkit(name), range));
  }

  /** Draws all conclusions that follow from what changed, going back on decisions where needed. @returns the proof when nothing fits */
  settle(changed: readonly Candidates[]): Incompatibility | undefined {
    let conflict = this.#propagate(changed);
    while (conflict !== undefined && this.#impossible === undefined) {
      const { learned, level } = analyseConflict(conflict, this.solution);
      this.add(learned);
      this.solution.backtrack(level);
      conflict = this.#propagate(this.#order);
    }
    return this.#impossible;
  }

  #propagate(changed: readonly Candidates[]): Incompatibility | undefined {
    const queue = new Set(changed);
    for (const toolkit of queue) {
      queue.delete(toolkit);
      for (const fact of this.#facts.get(toolkit.name) ?? []) {
        const open = this.#openTerm(fact);
        if (open === 'several') continue;
        if (open === 'none') return fact;
        this.solution.derive(open, fact);
        queue.add(open.toolkit);
      }
    }
    return undefined;
  }

  /** The only term that may still be false, `none` when all hold, `several` when nothing follows. */
  #openTerm(fact: Incompatibility): Term | 'none' | 'several' {
    let open: Term | undefined;
    for (const term of fact.terms.values()) {
      if (this.solution.holds(term)) continue;
      if (open !== undefined || this.solution.excludes(term)) return 'several';
      open = term;
    }
    return open ?? 'none';
  }

  nextOpen(): Candidates | undefined {
    return this.#order.find((toolkit) => this.solution.isOpen(toolkit));
  }

  best(toolkit: Candidates): number {
    return toolkit.best(this.solution.allowed(toolkit), this.#preferred.get(toolkit.name));
  }

  versions(): Map<ToolkitName, Version> {
    const decided = [...this.#known.values()].filter((toolkit) => this.solution.isDecided(toolkit));
    return new Map(
      decided
        .sort((a, b) => ordinalCompare(a.name, b.name))
        .map((toolkit) => [toolkit.name, toolkit.versions[this.best(toolkit)] as Version]),
    );
  }
}
