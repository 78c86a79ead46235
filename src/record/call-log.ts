import { z } from 'zod';
import {
  canonicalJson,
  Digest,
  digestOf,
  type ErrorCode,
  type Json,
  parseStrictJson,
  sha256,
  ToolbaseError,
} from '../kernel/index.ts';

/** A file that a call read or wrote, by its declared path relative to the workspace. */
export const CallFile = z.strictObject({
  path: z.string(),
  /** Of its bytes; null when there was no regular file. */
  digest: Digest.nullable(),
});
export type CallFile = z.output<typeof CallFile>;

/** What the process of a host used. */
const CallUsage = z.strictObject({
  /** CPU during the call, milliseconds; of calls that overlap in one host, each has the time of all. */
  cpuMs: z.number().nonnegative(),
  /** Most resident memory since the host started, bytes. */
  peakMemoryBytes: z.number().int().nonnegative(),
});
export type CallUsage = z.output<typeof CallUsage>;

/** One line of a call log. Argument and result values are never in it, only their digests. */
export const CallLine = z.strictObject({
  formatVersion: z.literal(1),
  /** From 1, without gaps. */
  seq: z.number().int().positive(),
  /** sha256 of the bytes of the line before, without its line feed: the chain. */
  previous: Digest,
  startedAt: z.iso.datetime(),
  /** Wall time from the request to the answer, milliseconds. */
  durationMs: z.number().nonnegative(),
  /** Of the lock that was served. */
  lockDigest: Digest,
  /** Exposed name. */
  operation: z.string(),
  toolkit: z.strictObject({
    name: z.string(),
    version: z.string(),
    treeDigest: Digest,
    /** From a working tree: the version says nothing. */
    linked: z.literal(true).optional(),
  }),
  /** Of the arguments as the host got them, defaults included; null when they were refused. */
  argumentsDigest: Digest.nullable(),
  /** Of the whole result, also when it was spilled to a file; null when there was none. */
  resultDigest: Digest.nullable(),
  reads: z.array(CallFile),
  writes: z.array(CallFile),
  /** `OK`, or the code of the error that the caller got. */
  outcome: z.string(),
  /** Versions of the external programs that the host was given, by name; absent when there were none. */
  externals: z.record(z.string(), z.string()).optional(),
  /** What the host used; absent when it does not tell. */
  usage: CallUsage.optional(),
  /** The result came from the cache: nothing was run. */
  cache: z.literal('hit').optional(),
  /** Arguments, result and input files are in the folder `objects` beside the log, by their digests. */
  recorded: z.literal(true).optional(),
});
export type CallLine = z.output<typeof CallLine>;

/** What is known of a call before it has its place in a log. */
export type CallEntry = Omit<CallLine, 'formatVersion' | 'seq' | 'previous'> & { outcome: 'OK' | ErrorCode };

/** Stands for the line before the first. */
export const CALL_LOG_START: Digest = sha256('toolbase-call-log-v1\n');

const ARGUMENTS_DOMAIN = 'toolbase-arguments-v1';
const RESULT_DOMAIN = 'toolbase-result-v1';

export const argumentsDigest = (value: Json): Digest => digestOf(ARGUMENTS_DOMAIN, value);

export const resultDigest = (value: Json): Digest => digestOf(RESULT_DOMAIN, value);

/** The bytes of which `argumentsDigest` is the sha256: what a recorded call is kept as. */
export const argumentsObject = (value: Json): string => `${ARGUMENTS_DOMAIN}\n${canonicalJson(value)}`;

/** The bytes of which `resultDigest` is the sha256. */
export const resultObject = (value: Json): string => `${RESULT_DOMAIN}\n${canonicalJson(value)}`;

/** The value in the bytes of a kept object. @throws ToolbaseError BAD_RECORD, BAD_JSON */
export function valueOfObject(text: string, label: string): Json {
  const at = text.indexOf('\n');
  const domain = text.slice(0, at);
  if (at === -1 || (domain !== ARGUMENTS_DOMAIN && domain !== RESULT_DOMAIN))
    throw new ToolbaseError('BAD_RECORD', `${label} holds no arguments or result of a call`);
  return parseStrictJson(text.slice(at + 1), label);
}

/** Where the next line of a log stands. */
export interface CallLogPosition {
  readonly seq: number;
  readonly previous: Digest;
}

/** The line at a position, without line feed, and the position after it. */
export function callLine(entry: CallEntry, at: CallLogPosition): { line: string; next: CallLogPosition } {
  const { seq, previous } = at;
  const line = JSON.stringify({ formatVersion: 1, seq, previous, ...entry } satisfies CallLine);
  return { line, next: { seq: seq + 1, previous: sha256(line) } };
}
