import { z } from 'zod';
import { Effects } from './effects.ts';
import { Limits } from './limits.ts';

/** One operation as a `node` host describes it when the toolkit is packed, or toolkit.yaml for an `exec` host: schemas as
 * authored, not yet lowered. */
export const OperationDescription = z.strictObject({
  name: z.string().max(200),
  title: z.string().max(10_000).optional(),
  description: z.string().max(100_000),
  inputSchema: z.json(),
  outputSchema: z.json().optional(),
  effects: Effects.optional(),
  maxResultBytes: z.number().int().positive().max(50_000_000).optional(),
  limits: Limits.optional(),
});
export type OperationDescription = z.output<typeof OperationDescription>;

/** One tool as a wrapped MCP server lists it; what else it says of the tool is left aside. */
export const UpstreamTool = z.object({
  name: z.string().min(1).max(128),
  title: z.json().optional(),
  description: z.json().optional(),
  inputSchema: z.json(),
  outputSchema: z.json().optional(),
  annotations: z.json().optional(),
  icons: z.json().optional(),
});
export type UpstreamTool = z.output<typeof UpstreamTool>;
