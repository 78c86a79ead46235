import { z } from 'zod';
import { Digest, digestOf, type ErrorCode, type Json, sha256 } from '../kernel/index.ts';

/** A file that a call read or wrote, by its declared path relative to the workspace. */
export const CallFile = z.strictObject({
  path: z.string(),
  /** Of its bytes; null when there was no regular file. */
  digest: Digest.nullable(),
});
export type CallFile = z.output<typeof CallFile>;

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
});
export type CallLine = z.output<typeof CallLine>;

/** What is known of a call before it has its place in a log. */
export type CallEntry = Omit<CallLine, 'formatVersion' | 'seq' | 'previous'> & { outcome: 'OK' | ErrorCode };

/** Stands for the line before the first. */
export const CALL_LOG_START: Digest = sha256('toolbase-call-log-v1\n');

export const argumentsDigest = (value: Json): Digest => digestOf('toolbase-arguments-v1', value);

export const resultDigest = (value: Json): Digest => digestOf('toolbase-result-v1', value);

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
