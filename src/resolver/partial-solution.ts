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

/** What stands for one toolkit. */
interface Standing {
  readonly steps: Assignment[];
  allowed: Choices;
  isDecided: boolean;
}

/** What has been decided and what followed, in order, so that it can be taken back. */
export class PartialSolution {
  readonly #steps: Assignment[] = [];
  readonly #standings = new Map<Candidates, Standing>();
  #level = 0;

  /** How many decisions stand. */
  get level(): number {
    return this.#level;
  }

  #standingOf(toolkit: Candidates): Standing {
    const known = this.#standings.get(toolkit);
    if (known !== undefined) return known;
    const fresh: Standing = { steps: [], allowed: toolkit.all, isDecided: false };
    this.#standings.set(toolkit, fresh);
    return fresh;
  }

  allowed(toolkit: Candidates): Choices {
    return this.#standingOf(toolkit).allowed;
  }

  stepsOf(toolkit: Candidates): readonly Assignment[] {
    return this.#standingOf(toolkit).steps;
  }

  /** Must be chosen, and is not yet. */
  isOpen(toolkit: Candidates): boolean {
    const { isDecided, allowed } = this.#standingOf(toolkit);
    return !isDecided && (allowed & ABSENT) === 0n;
  }

  isDecided(toolkit: Candidates): boolean {
    return this.#standingOf(toolkit).isDecided;
  }

  /** Whether a term holds whatever comes, cannot hold any more, or may still do either. */
  stateOf({ toolkit, choices, others }: Term): 'holds' | 'excluded' | 'open' {
    const { allowed } = this.#standingOf(toolkit);
    if ((allowed & others) === 0n) return 'holds';
    return (allowed & choices) === 0n ? 'excluded' : 'open';
  }

  decide(toolkit: Candidates, literal: Choices): void {
    this.#level += 1;
    this.#standingOf(toolkit).isDecided = true;
    this.#push(toolkit, literal, undefined);
  }

  derive(term: Term, cause: Incompatibility): void {
    this.#push(term.toolkit, term.others, cause);
  }

  #push(toolkit: Candidates, literal: Choices, cause: Incompatibility | undefined): void {
    const standing = this.#standingOf(toolkit);
    const allowed = standing.allowed & literal;
    const step = { toolkit, index: this.#steps.length, level: this.#level, literal, allowed, cause };
    this.#steps.push(step);
    standing.steps.push(step);
    standing.allowed = allowed;
  }

  /** Takes back every step above a level. @returns the toolkits that are less certain now */
  backtrack(level: number): Set<Candidates> {
    const changed = new Set<Candidates>();
    for (let last = this.#steps.at(-1); last !== undefined && last.level > level; last = this.#steps.at(-1)) {
      this.#steps.pop();
      const standing = this.#standingOf(last.toolkit);
      standing.steps.pop();
      standing.allowed = standing.steps.at(-1)?.allowed ?? last.toolkit.all;
      if (last.cause === undefined) standing.isDecided = false;
      changed.add(last.toolkit);
    }
    this.#level = level;
    return changed;
  }
}
