import { z } from 'zod';
import { type Json, quickCheckOf } from '../kernel/index.ts';
import { OperationDescription } from '../manifest/index.ts';
import { IMAGES_MAX } from './host-image.ts';

/** Host protocol 1: JSON-RPC 2.0, one message a line (UTF-8, LF), on the duplex file descriptor 3 of the host.
 * Standard output and standard error of a host are logs and never carry the protocol.
 *
 * server → host requests: `hello` (once, first), `describe` (when a toolkit is packed), `call`.
 * server → host notifications: `cancel` {id of the call}, `shutdown`.
 * host → server notifications: `progress`. A late answer to a cancelled call is dropped. */
export const HOST_PROTOCOL_VERSION = 1;

/** A longer line ends the host. */
export const HOST_LINE_MAX_BYTES = 64 * 1024 * 1024;

/** A part of a message that the protocol does not look into. `JSON.parse` yields nothing but JSON. */
const AnyJson = z.custom<Json>((value) => value !== undefined, 'must be a JSON value');

/** An installed environment: absolute paths of its folder and, for a Python one, of its interpreter. */
const InstalledEnvironment = z.strictObject({ root: z.string(), python: z.string().optional() });

export const HelloParams = z.strictObject({
  protocolVersion: z.literal(HOST_PROTOCOL_VERSION),
  toolkit: z.strictObject({ name: z.string(), version: z.string() }),
  /** Absolute path of the module to load (`node` hosts). */
  entry: z.string(),
  /** Absolute real path. */
  workspace: z.string(),
  /** Parent of the per-call temporary directories. */
  tempRoot: z.string(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  secrets: z.record(z.string(), z.string()),
  externals: z.record(z.string(), z.strictObject({ path: z.string(), version: z.string() })),
  environments: z.record(z.string(), InstalledEnvironment),
});
export type HelloParams = z.output<typeof HelloParams>;

/** Answer to `hello`. */
export const Ready = z.strictObject({
  protocolVersion: z.literal(HOST_PROTOCOL_VERSION),
  operations: z.array(z.string()),
});
export type Ready = z.output<typeof Ready>;

/** Answer to `describe`: schemas as authored (JSON Schema 2020-12), not yet lowered. */
export const DescribeResult = z.strictObject({ operations: z.array(OperationDescription).max(1000) });
export type DescribeResult = z.output<typeof DescribeResult>;

export const CallParams = z.strictObject({ operation: z.string(), input: AnyJson });
export type CallParams = z.output<typeof CallParams>;

/** What the process of the host used: CPU during the call, milliseconds, and the most memory since its start, bytes. */
export const CallUsage = z.strictObject({
  cpuMs: z.number().nonnegative(),
  peakMemoryBytes: z.number().int().nonnegative(),
});
export type CallUsage = z.output<typeof CallUsage>;

export const CallResult = z.strictObject({
  value: AnyJson,
  /** In base64. */
  images: z.array(z.string()).max(IMAGES_MAX).optional(),
  usage: CallUsage.optional(),
});
export type CallResult = z.output<typeof CallResult>;

export const isCallResult = quickCheckOf(CallResult);

export const CancelParams = z.strictObject({ id: z.number().int() });

export const ProgressParams = z.strictObject({
  id: z.number().int(),
  done: z.number(),
  total: z.number().optional(),
  message: z.string().max(1000).optional(),
});
export type ProgressParams = z.output<typeof ProgressParams>;

/** `error.data` of a failed call: the operation's own error, or the host's. */
export const HostErrorData = z.strictObject({ code: z.string(), hint: z.string().optional() });

const jsonrpc = z.literal('2.0');

const HostAnswer = z.strictObject({ jsonrpc, id: z.number().int(), result: AnyJson });
const HostRefusal = z.strictObject({
  jsonrpc,
  id: z.number().int(),
  error: z.strictObject({ code: z.number().int(), message: z.string(), data: HostErrorData }),
});
const HostProgress = z.strictObject({ jsonrpc, method: z.literal('progress'), params: ProgressParams });

/** Any line from a host: an answer, a failure, or a notification. */
export type HostMessage =
  | z.output<typeof HostAnswer>
  | z.output<typeof HostRefusal>
  | z.output<typeof HostProgress>;

const isAnswer = quickCheckOf(HostAnswer);

/** Checks a line from a host; undefined when it is no message of the protocol. */
export function hostMessage(value: unknown): HostMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isAnswer(value)) return value;
  if ('method' in value) return HostProgress.safeParse(value).data;
  return ('result' in value ? HostAnswer : HostRefusal).safeParse(value).data;
}

/** Any line to a host. */
export const ServerMessage = z.discriminatedUnion('method', [
  z.strictObject({ jsonrpc, id: z.number().int(), method: z.literal('hello'), params: HelloParams }),
  z.strictObject({ jsonrpc, id: z.number().int(), method: z.literal('describe') }),
  z.strictObject({ jsonrpc, id: z.number().int(), method: z.literal('call'), params: CallParams }),
  z.strictObject({ jsonrpc, method: z.literal('cancel'), params: CancelParams }),
  z.strictObject({ jsonrpc, method: z.literal('shutdown') }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;
