import type { ToolkitName } from '../kernel/index.ts';
import { ABSENT, type Candidates, type Choices } from './candidates.ts';
import type { Incompatibility, Term } from './incompatibility.ts';

/** One step: a decision, or what followed from an incompatibility. */
export interface Assignment {
  readonly toolkit: Candidates;
  /** Position among all steps. */
  readonly index: number;
  /** How many decisions stood when it was made, itself included. */
  readonly level: number;
  /** What this step alone allows. */
  readonly literal: Choices;
  /** What is allowed after it. */
  readonly allowed: Choices;
  /** Undefined for a decision. */
  readonly cause: Incompatibility | undefined;
}

/** What has been decided and what followed, in order, so that it can be taken back. */
export class PartialSolution {
  readonly #steps: Assignment[] = [];
  readonly #byToolkit = new Map<ToolkitName, Assignment[]>();
  readonly #decided = new Set<ToolkitName>();
  #level = 0;

  /** How many decisions stand. */
  get level(): number {
    return this.#level;
  }

  allowed(toolkit: Candidates): Choices {
    return this.stepsOf(toolkit).at(-1)?.allowed ?? toolkit.all;
  }

  stepsOf(toolkit: Candidates): readonly Assignment[] {
    return this.#byToolkit.get(toolkit.name) ?? [];
  }

  /** Must be chosen, and is not yet. */
  isOpen(toolkit: Candidates): boolean {
    return !this.#decided.has(toolkit.name) && (this.allowed(toolkit) & ABSENT) === 0n;
  }

  isDecided(toolkit: Candidates): boolean {
    return this.#decided.has(toolkit.name);
  }

  holds(term: Term): boolean {
    return (this.allowed(term.toolkit) & ~term.choices) === 0n;
  }

  excludes(term: Term): boolean {
    return (this.allowed(term.toolkit) & term.choices) === 0n;
  }

  decide(toolkit: Candidates, literal: Choices): void {
    this.#level += 1;
    this.#decided.add(toolkit.name);
    this.#push(toolkit, literal, undefined);
  }

  derive(term: Term, cause: Incompatibility): void {
    this.#push(term.toolkit, term.toolkit.all & ~term.choices, cause);
  }

  #push(toolkit: Candidates, literal: Choices, cause: Incompatibility | undefined): void {
    const step: Assignment = {
      toolkit,
      index: this.#steps.length,
      level: this.#level,
      literal,
      allowed: this.allowed(toolkit) & literal,
      cause,
    };
    this.#steps.push(step);
    const own = this.#byToolkit.get(toolkit.name);
    if (own === undefined) this.#byToolkit.set(toolkit.name, [step]);
    else own.push(step);
  }

  /** Takes back every step above a level. */
  backtrack(level: number): void {
    for (let last = this.#steps.at(-1); last !== undefined && last.level > level; last = this.#steps.at(-1)) {
      this.#steps.pop();
      this.#byToolkit.get(last.toolkit.name)?.pop();
      if (last.cause === undefined) this.#decided.delete(last.toolkit.name);
    }
    this.#level = level;
  }
}
