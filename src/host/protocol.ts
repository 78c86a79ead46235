import { z } from 'zod';

/** Host protocol 1: JSON-RPC 2.0, one message a line (UTF-8, LF), on the duplex file descriptor 3 of the host.
 * Standard output and standard error of a host are logs and never carry the protocol.
 *
 * server → host requests: `hello` (once, first), `describe` (when a toolkit is packed), `call`.
 * server → host notifications: `cancel` {id of the call}, `shutdown`.
 * host → server notifications: `progress`, `log`. A late answer to a cancelled call is dropped. */
export const HOST_PROTOCOL_VERSION = 1;

/** A longer line ends the host. */
export const HOST_LINE_MAX_BYTES = 64 * 1024 * 1024;

export const HelloParams = z.strictObject({
  protocolVersion: z.literal(HOST_PROTOCOL_VERSION),
  toolkit: z.strictObject({ name: z.string(), version: z.string() }),
  /** Absolute path of the module to load (`node` hosts). */
  entry: z.string(),
  workspace: z.string(),
  /** Parent of the per-call temporary directories. */
  tempRoot: z.string(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  secrets: z.record(z.string(), z.string()),
  externals: z.record(z.string(), z.strictObject({ path: z.string(), version: z.string() })),
});
export type HelloParams = z.output<typeof HelloParams>;

/** Answer to `hello`. */
export const Ready = z.strictObject({
  protocolVersion: z.literal(HOST_PROTOCOL_VERSION),
  operations: z.array(z.string()),
});
export type Ready = z.output<typeof Ready>;

export const CallParams = z.strictObject({ operation: z.string(), input: z.json() });
export type CallParams = z.output<typeof CallParams>;

export const CallResult = z.strictObject({ value: z.json() });
export type CallResult = z.output<typeof CallResult>;

export const ProgressParams = z.strictObject({
  id: z.number().int(),
  done: z.number(),
  total: z.number().optional(),
  message: z.string().max(1000).optional(),
});
export type ProgressParams = z.output<typeof ProgressParams>;

/** `error.data` of a failed call: the operation's own error, or the host's. */
export const HostErrorData = z.strictObject({ code: z.string(), hint: z.string().optional() });
