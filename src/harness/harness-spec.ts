import { z } from 'zod';
import { PackagePath } from '../kernel/index.ts';

/** A harness as a campaign file names it. One member a kind. */
export const HarnessSpec = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('scripted'),
      /** Script file, relative to the campaign file. */
      script: PackagePath,
    }),
  ],
  'must be "scripted": campaigns run scripts, and no agent program yet',
);
export type HarnessSpec = z.output<typeof HarnessSpec>;
