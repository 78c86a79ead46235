import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';
import { analyseConflict } from './analyse-conflict.ts';
import { Candidates, type Choices, type ToolkitVersions } from './candidates.ts';
import { type Incompatibility, needs, requested, type Term } from './incompatibility.ts';
import { OpenQueue } from './open-queue.ts';
import { PartialSolution } from './partial-solution.ts';
import type { Rules } from './rules.ts';

export interface RangeRequest {
  readonly name: ToolkitName;
  /** Semver range by npm's rules, or a dist-tag. */
  readonly range: string;
}

export type Solution =
  | { readonly kind: 'solved'; readonly versions: ReadonlyMap<ToolkitName, Version> }
  | { readonly kind: 'impossible'; readonly conflict: Incompatibility }
  | { readonly kind: 'gave-up'; readonly limit: Limit };

/** What a resolution may take. The problem is NP-complete and its statement comes from registries, so that without limits
 * whoever publishes a toolkit could keep everybody's resolver busy for ever. Counted, not timed: the same problem ends the same way
 * on every machine. */
export type Limit = 'steps' | 'toolkits';

/** Looks at a fact; a hundred times what 2000 toolkits of 50 versions take, and some ten seconds. */
const STEPS_MAX = 20_000_000;
export const TOOLKITS_MAX = 10_000;
/** Sets of so many versions take the time of one more step. */
const VERSIONS_A_STEP = 1024;

/** Names whose versions are needed to go on; answered with what is known of them, in the same order. */
export type Need = Generator<readonly ToolkitName[], Solution, readonly (ToolkitVersions | undefined)[]>;

/** Chooses one version of each toolkit that is needed, so that all requests and dependencies are met. Toolkits are
 * decided in this order, each at the best version that can still fit: those requested and kept, so that they do not
 * move for a newcomer; others requested; others kept; the rest; by name among each. */
export function* solve(requests: readonly RangeRequest[], rules: Rules, stepsMax: number = STEPS_MAX): Need {
  const solver = new Solver(new Set(requests.map(({ name }) => name)), rules, stepsMax);
  const sorted = [...requests].sort(
    (a, b) => ordinalCompare(a.name, b.name) || ordinalCompare(a.range, b.range),
  );
  yield* solver.know(sorted.map(({ name }) => name));
  for (const { name, range } of sorted) solver.add(requested(solver.toolkit(name), range));
  for (;;) {
    const impossible = solver.settle();
    if (solver.exceeded !== undefined) return { kind: 'gave-up', limit: solver.exceeded };
    if (impossible !== undefined) return { kind: 'impossible', conflict: impossible };
    const toolkit = solver.nextOpen();
    if (toolkit === undefined) return { kind: 'solved', versions: solver.versions() };
    const index = solver.best(toolkit);
    const wanted = solver.newNeeds(toolkit, index);
    yield* solver.know(wanted.map(({ name }) => name));
    solver.decide(toolkit, index, wanted);
  }
}

class Solver {
  readonly #solution = new PartialSolution();
  readonly #requested: ReadonlySet<ToolkitName>;
  readonly #rules: Rules;
  readonly #known = new Map<ToolkitName, Candidates>();
  readonly #facts = new Map<Candidates, Incompatibility[]>();
  readonly #added = new Set<string>();
  /** Versions of which it is known what they need. */
  readonly #told = new Map<Candidates, Choices>();
  /** All facts, in the order in which they were added. */
  readonly #log: Incompatibility[] = [];
  /** By level: how many facts there were when all that followed from them at that level had been drawn. */
  readonly #drawn: number[] = [];
  readonly #queue = new Set<Candidates>();
  /** Rank and name of toolkits that are open, or were when they were put in line. */
  readonly #line = new OpenQueue();
  #impossible: Incompatibility | undefined;
  #steps = 0;

  readonly #stepsMax: number;

  constructor(requestedNames: ReadonlySet<ToolkitName>, rules: Rules, stepsMax: number) {
    this.#stepsMax = stepsMax;
    this.#requested = requestedNames;
    this.#rules = rules;
  }

  /** Asks for the toolkits of which nothing is known yet. */
  *know(
    names: readonly ToolkitName[],
  ): Generator<readonly ToolkitName[], void, readonly (ToolkitVersions | undefined)[]> {
    const missing = [...new Set(names)].filter((name) => !this.#known.has(name)).sort(ordinalCompare);
    if (missing.length === 0) return;
    const found = yield missing;
    missing.forEach((name, at) => this.#known.set(name, new Candidates(name, found[at], this.#rules)));
  }

  /** The limit that was reached. */
  get exceeded(): Limit | undefined {
    if (this.#steps > this.#stepsMax) return 'steps';
    return this.#known.size > TOOLKITS_MAX ? 'toolkits' : undefined;
  }

  /** Puts a toolkit in line, when it must be chosen and is not yet. */
  #lineUp(toolkit: Candidates): void {
    if (!this.#solution.isOpen(toolkit)) return;
    const { name } = toolkit;
    this.#line.push(`${this.#requested.has(name) ? 0 : 1}${this.#rules.kept.has(name) ? 0 : 1}${name}`);
  }

  toolkit(name: ToolkitName): Candidates {
    const known = this.#known.get(name);
    if (known === undefined) throw new Error(`nothing is known of ${name}`);
    return known;
  }

  add(fact: Incompatibility): void {
    if (fact.list.length === 0) this.#impossible ??= fact;
    this.#log.push(fact);
    for (const { toolkit } of fact.list) {
      this.#queue.add(toolkit);
      const facts = this.#facts.get(toolkit);
      if (facts === undefined) this.#facts.set(toolkit, [fact]);
      else facts.push(fact);
    }
  }

  /** What a version needs, as long as it is not among the facts. */
  newNeeds(toolkit: Candidates, index: number): readonly RangeRequest[] {
    const told = this.#told.get(toolkit) ?? 0n;
    if ((told & toolkit.bitOf(index)) !== 0n) return [];
    this.#told.set(toolkit, told | toolkit.bitOf(index));
    return toolkit.dependenciesOf(toolkit.versions[index] as Version);
  }

  /** Decides a toolkit at a version, and makes what that needs known as facts. */
  decide(toolkit: Candidates, index: number, wanted: readonly RangeRequest[]): void {
    this.#drawn[this.#solution.level] = this.#log.length;
    for (const { name, range } of wanted) {
      const key = JSON.stringify([toolkit.name, name, range]);
      if (this.#added.has(key)) continue;
      this.#added.add(key);
      this.add(needs(toolkit, this.toolkit(name), range));
    }
    this.#solution.decide(toolkit, toolkit.bitOf(index));
    this.#queue.add(toolkit);
  }

  /** Draws all conclusions that follow from what changed, going back on decisions where needed. @returns the proof when nothing fits */
  settle(): Incompatibility | undefined {
    let conflict = this.#propagate();
    while (conflict !== undefined && this.#impossible === undefined && this.#steps <= this.#stepsMax) {
      const { learned, level } = analyseConflict(conflict, this.#solution);
      this.add(learned);
      for (const toolkit of this.#solution.backtrack(level)) this.#lineUp(toolkit);
      // Facts that came up at higher levels may tell something at this one.
      for (const fact of this.#log.slice(this.#drawn[level] ?? 0))
        for (const { toolkit } of fact.list) this.#queue.add(toolkit);
      conflict = this.#propagate();
    }
    return this.#impossible;
  }

  #propagate(): Incompatibility | undefined {
    for (const toolkit of this.#queue) {
      this.#queue.delete(toolkit);
      const facts = this.#facts.get(toolkit) ?? [];
      this.#steps += facts.length * (1 + Math.floor(toolkit.versions.length / VERSIONS_A_STEP));
      for (const fact of facts) {
        const open = this.#openTerm(fact);
        if (open === 'several') continue;
        if (open === 'none') {
          this.#queue.clear();
          return fact;
        }
        this.#solution.derive(open, fact);
        this.#lineUp(open.toolkit);
        this.#queue.add(open.toolkit);
      }
    }
    return undefined;
  }

  /** The only term that may still be false, `none` when all hold, `several` when nothing follows. */
  #openTerm(fact: Incompatibility): Term | 'none' | 'several' {
    let open: Term | undefined;
    for (const term of fact.list) {
      const state = this.#solution.stateOf(term);
      if (state === 'holds') continue;
      if (open !== undefined || state === 'excluded') return 'several';
      open = term;
    }
    return open ?? 'none';
  }

  nextOpen(): Candidates | undefined {
    for (let first = this.#line.peek(); first !== undefined; first = this.#line.peek()) {
      const toolkit = this.toolkit(first.slice(2) as ToolkitName);
      if (this.#solution.isOpen(toolkit)) return toolkit;
      this.#line.pop();
    }
    return undefined;
  }

  best(toolkit: Candidates): number {
    return toolkit.best(this.#solution.allowed(toolkit));
  }

  versions(): Map<ToolkitName, Version> {
    const decided = [...this.#known.values()].filter((toolkit) => this.#solution.isDecided(toolkit));
    return new Map(
      decided
        .sort((a, b) => ordinalCompare(a.name, b.name))
        .map((toolkit) => [toolkit.name, toolkit.versions[this.best(toolkit)] as Version]),
    );
  }
}
