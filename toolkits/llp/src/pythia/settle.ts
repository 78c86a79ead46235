import { ToolbaseError } from 'toolbase/toolkit';
import type { CheckedCard } from './check-card.ts';
import { EVENTS_MAX, SEED_MAX } from './sample.ts';

export type Wanted = {
  readonly n_events?: number | undefined;
  readonly seed?: number | undefined;
  readonly small_pt_damping: 'auto' | 'on' | 'off';
};

/** What a run does, from its arguments and its card.
 * @throws ToolbaseError BAD_ARGUMENTS when seed or number of events are missing or differ */
export function settled(
  wanted: Wanted,
  card: CheckedCard,
): { nEvents: number; seed: number; damped: boolean } {
  const seed = agreed('seed', wanted.seed, card.seed, 'Random:seed with Random:setSeed = on');
  if (!Number.isInteger(seed) || seed < 1 || seed > SEED_MAX)
    throw new ToolbaseError('BAD_ARGUMENTS', `the seed is ${seed}`, {
      hint: `Pythia takes 1 to ${SEED_MAX}; 0 and below would take the time of day.`,
    });
  const nEvents = agreed('n_events', wanted.n_events, card.events, 'Main:numberOfEvents');
  if (!Number.isInteger(nEvents) || nEvents < 1 || nEvents > EVENTS_MAX)
    throw new ToolbaseError('BAD_ARGUMENTS', `the number of events is ${nEvents}`, {
      hint: `A run makes 1 to ${EVENTS_MAX}; larger samples are several runs with different seeds.`,
    });
  const auto = card.kind === 'charmonium';
  const damped = wanted.small_pt_damping === 'auto' ? auto : wanted.small_pt_damping === 'on';
  return { nEvents, seed, damped };
}

function agreed(name: string, given: number | undefined, inCard: number | undefined, where: string): number {
  if (given !== undefined && inCard !== undefined && given !== inCard)
    throw new ToolbaseError('BAD_ARGUMENTS', `${name} is ${given}, but the card says ${inCard}`, {
      hint: `Give it once: as an argument or in the card as ${where}.`,
    });
  const value = given ?? inCard;
  if (value !== undefined) return value;
  throw new ToolbaseError('BAD_ARGUMENTS', `${name} is missing`, {
    hint: `Give it as an argument, or in the card as ${where}.`,
  });
}
