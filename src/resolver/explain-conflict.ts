import { ABSENT, type Candidates, type Choices } from './candidates.ts';
import type { Incompatibility, Term } from './incompatibility.ts';

const MAX_RUNS = 3;
const MAX_TERMS = 6;
/** More are read by nobody; the last ones lead to the conclusion. */
const MAX_STEPS = 30;

/** Why nothing fits, as numbered steps that a person can follow: each joins two facts, published or derived. */
export function explainConflict(conflict: Incompatibility): string[] {
  if (conflict.cause.kind !== 'derived') return [`1. ${factText(conflict)}, so nothing fits.`];
  const numbers = new Map<Incompatibility, number>();
  const lines: string[] = [];
  const told = (fact: Incompatibility): string => {
    const number = numbers.get(fact);
    return number === undefined ? factText(fact) : `${conclusionText(fact)} (${number})`;
  };
  const steps = derivedSteps(conflict);
  for (const step of steps) numbers.set(step, numbers.size + 1);
  for (const step of steps.slice(-MAX_STEPS))
    if (step.cause.kind === 'derived') {
      const [first, second] = step.cause.from;
      lines.push(`${numbers.get(step)}. ${told(first)}, and ${told(second)}: ${conclusionText(step)}.`);
    }
  return steps.length > MAX_STEPS ? [`(the last ${MAX_STEPS} of ${steps.length} steps)`, ...lines] : lines;
}

/** All that was derived on the way to a conclusion, each after what it was derived from. With a stack of its own: a proof may be
 * deeper than calls can be. */
function derivedSteps(conclusion: Incompatibility): Incompatibility[] {
  const done = new Set<Incompatibility>();
  const stack = [conclusion];
  for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
    const before = step.cause.kind === 'derived' ? step.cause.from : [];
    const open = before.filter((fact) => fact.cause.kind === 'derived' && !done.has(fact));
    if (open.length > 0) stack.push(...open.toReversed());
    else {
      stack.pop();
      done.add(step);
    }
  }
  return [...done];
}

/** A published fact in words. */
function factText(fact: Incompatibility): string {
  const { cause } = fact;
  switch (cause.kind) {
    case 'requested':
      return `the loadout asks for ${cause.toolkit.name} ${cause.range}${lack(cause.toolkit, cause.range)}`;
    case 'dependency':
      return `${versionsText(cause.toolkit, cause.choices)} needs ${cause.dependency.name}${cause.dependency.override === undefined ? '' : ', by an override of the loadout in'} ${cause.range}${lack(cause.dependency, cause.range)}`;
    case 'derived':
      return conclusionText(fact);
  }
}

function lack(toolkit: Candidates, range: string): string {
  if (toolkit.unknown) return ', which no registry has';
  if (toolkit.within(range) !== 0n) return '';
  const refused = toolkit.refusal(range);
  return refused === undefined ? ', of which there is no such version' : `, which is ${refused}`;
}

/** What an incompatibility says in words. */
function conclusionText(fact: Incompatibility): string {
  const terms = [...fact.terms.values()];
  const chosen = terms
    .filter((term) => !mayBeAbsent(term))
    .map((term) => versionsText(term.toolkit, term.choices));
  const wanted = terms.filter(mayBeAbsent).map(complementText);
  if (chosen.length === 0 && wanted.length === 0) return 'nothing fits';
  if (wanted.length === 0)
    return chosen.length === 1
      ? `${chosen.join('')} cannot be used`
      : `${shortly(chosen, ' and ')} cannot be used together`;
  const need = shortly(wanted, ' or ');
  return chosen.length === 0 ? `${need} is needed` : `${shortly(chosen, ' with ')} needs ${need}`;
}

const shortly = (texts: readonly string[], joint: string): string =>
  texts.length <= MAX_TERMS
    ? texts.join(joint)
    : [...texts.slice(0, MAX_TERMS), `${texts.length - MAX_TERMS} more`].join(joint);

const mayBeAbsent = (term: Term): boolean => (term.choices & ABSENT) !== 0n;

const complementText = ({ toolkit, others }: Term): string => versionsText(toolkit, others);

/** `grid 1.0.0`, `grid 1.0.0 to 1.4.0`, `every grid`; runs are of published versions. */
function versionsText(toolkit: Candidates, choices: Choices): string {
  const runs: [number, number][] = [];
  toolkit.versions.forEach((_, index) => {
    if ((choices & toolkit.bitOf(index)) === 0n) return;
    const last = runs.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  });
  const [first] = runs;
  if (first === undefined) return `no ${toolkit.name}`;
  if (runs.length === 1 && first[0] === 0 && first[1] === toolkit.versions.length - 1 && first[1] > 0)
    return `every ${toolkit.name}`;
  const texts = runs.map(([from, to]) =>
    from === to ? toolkit.versions[from] : `${toolkit.versions[from]} to ${toolkit.versions[to]}`,
  );
  const shown = texts.slice(0, MAX_RUNS).join(', ');
  return `${toolkit.name} ${shown}${texts.length > MAX_RUNS ? `, … (${texts.length} runs)` : ''}`;
}
