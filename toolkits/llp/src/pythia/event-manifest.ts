import * as z from 'zod';

/** What is written beside a file of events. */
export const EventManifest = z.strictObject({
  format: z.literal('evtjsonl-1.0'),
  toolkit: z.string(),
  generator: z.string(),
  card: z.strictObject({ name: z.string(), sha256: z.string() }),
  sample: z.enum(['soft', 'charmonium', 'other']),
  small_pt_damping: z.boolean(),
  symmetric_beams: z.boolean(),
  holds_charmonium: z.boolean(),
  n_events: z.number().int(),
  n_failed: z.number().int(),
  sigma_gen_mb: z.number(),
  sigma_err_mb: z.number(),
  seeds: z.array(z.number().int()),
  finals_only: z.boolean(),
  select_pids: z.array(z.number().int()),
  events_sha256: z.string(),
  conventions: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type EventManifest = z.output<typeof EventManifest>;
