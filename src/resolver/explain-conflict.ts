import { ABSENT, type Candidates, type Choices } from './candidates.ts';
import type { Incompatibility, Term } from './incompatibility.ts';

const MAX_RUNS = 3;

/** Why nothing fits, as numbered steps that a person can follow: each joins two facts, published or derived. */
export function explainConflict(conflict: Incompatibility): string[] {
  if (conflict.cause.kind !== 'derived') return [`1. ${factText(conflict)}, so nothing fits.`];
  const numbers = new Map<Incompatibility, number>();
  const lines: string[] = [];
  const tell = (step: Incompatibility): void => {
    if (step.cause.kind !== 'derived' || numbers.has(step)) return;
    const [first, second] = step.cause.from;
    tell(first);
    tell(second);
    numbers.set(step, numbers.size + 1);
    const told = (fact: Incompatibility): string => {
      const number = numbers.get(fact);
      return number === undefined ? factText(fact) : `${conclusionText(fact)} (${number})`;
    };
    lines.push(`${numbers.size}. ${told(first)}, and ${told(second)}: ${conclusionText(step)}.`);
  };
  tell(conflict);
  return lines;
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
      : `${chosen.join(' and ')} cannot be used together`;
  const need = wanted.join(' or ');
  return chosen.length === 0 ? `${need} is needed` : `${chosen.join(' with ')} needs ${need}`;
}

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
