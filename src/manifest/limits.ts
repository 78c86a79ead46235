import { z } from 'zod';

/** What one call of an operation may use. The settings of a machine may say otherwise. */
export const Limits = z.strictObject({
  /** Wall time, milliseconds; at most a week. */
  wallMs: z.number().int().positive().max(604_800_000).optional(),
  /** Memory of the host's processes, each, MiB. */
  memoryMiB: z.number().int().min(16).max(16_777_216).optional(),
  /** Of the result's compact JSON, bytes. */
  outputBytes: z.number().int().positive().max(67_108_864).optional(),
  /** Calls of the operation that run at the same time; others wait. */
  concurrency: z.number().int().positive().max(1000).optional(),
});
export type Limits = z.output<typeof Limits>;
