import * as z from 'zod';
import { EVENTS_MAX } from './sample.ts';

/** Arguments of every operation that runs Pythia. */
export const runArguments = {
  n_events: z
    .number()
    .int()
    .min(1)
    .max(EVENTS_MAX)
    .optional()
    .describe('Events to generate; needed unless the card has Main:numberOfEvents.'),
  seed: z
    .number()
    .int()
    .optional()
    .describe('Seed, 1 to 900000000; needed unless the card sets Random:seed with Random:setSeed = on.'),
  jobs: z
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Parallel workers, each with a seed of its own; results depend on their number.'),
  small_pt_damping: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'SuppressSmallPT on hard 2 -> 2 processes, factor (pT^2/(pT0^2 + pT^2))^2: auto is on for charmonium cards.',
    ),
};
