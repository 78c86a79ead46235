import { z } from 'zod';

/** Where in the input a path stands: names joined by `/`, `*` for every element of an array ("inputs/*"). */
const InputPath = z
  .string()
  .max(200)
  .regex(
    /^[A-Za-z_][\w-]*(?:\/(?:\*|[A-Za-z_][\w-]*))*$/,
    'must be an input name, such as spectrumFile or files/*',
  );

/** What calling an operation does to the world. Paths are contained in the workspace by the server. */
export const Effects = z.strictObject({
  /** Input strings that name workspace files the operation reads. */
  reads: z.array(InputPath).max(32).default([]),
  /** Input strings that name workspace files the operation writes. */
  writes: z.array(InputPath).max(32).default([]),
  /** Equal input and input files give an equal result. */
  deterministic: z.boolean().default(false),
  /** Cost hint: typical wall time of one call, milliseconds. */
  typicalMs: z.number().int().positive().optional(),
  /** May run longer than a client's 60 s limit. */
  long: z.boolean().optional(),
});
export type Effects = z.output<typeof Effects>;

/** Results up to this size are answered inline and may carry a served output schema. */
export const INLINE_RESULT_MAX_BYTES = 8192;
