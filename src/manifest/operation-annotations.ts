import { z } from 'zod';
import type { Effects } from './effects.ts';
import type { ToolAnnotations } from './toolkit-manifest.ts';

/** Hints that follow from what an operation is declared to do. */
export const annotationsOf = (effects: Effects): ToolAnnotations => ({
  readOnlyHint: effects.writes.length === 0,
  destructiveHint: effects.writes.length > 0,
  idempotentHint: effects.deterministic,
  openWorldHint: false,
});

const PublishedHints = z.object({
  readOnlyHint: z.boolean().catch(false).default(false),
  destructiveHint: z.boolean().catch(true).default(true),
  idempotentHint: z.boolean().catch(false).default(false),
  openWorldHint: z.boolean().catch(true).default(true),
});

/** Hints of a wrapped tool whose effects nobody declared: its server's own, else the cautious defaults of MCP. */
export const publishedAnnotations = (published: unknown): ToolAnnotations =>
  PublishedHints.parse(typeof published === 'object' && published !== null ? published : {});
