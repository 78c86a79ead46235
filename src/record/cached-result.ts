import { z } from 'zod';
import { Digest, type Json, parseStrictJson, parseWith } from '../kernel/index.ts';
import { resultDigest } from './call-log.ts';

/** The result of a call, kept for equal calls. */
export const CachedResult = z.strictObject({
  formatVersion: z.literal(1),
  /** Digest of everything that the result depends on; the file's name. */
  key: Digest,
  /** For whoever looks at the cache; the key alone decides. */
  toolkit: z.strictObject({ name: z.string(), version: z.string() }),
  operation: z.string(),
  argumentsDigest: Digest,
  resultDigest: Digest,
  value: z.json(),
});
export type CachedResult = z.output<typeof CachedResult>;

/** What is wrong with a kept result, or undefined when it is whole and stands under its key. */
export function cachedResultFault({ key, resultDigest: digest, value }: CachedResult, name: string) {
  if (key !== name) return 'it is another one than its name says';
  return resultDigest(value) === digest ? undefined : 'its value was changed';
}

/** @throws ToolbaseError BAD_RECORD, BAD_JSON */
export const decodeCachedResult = (text: string, label: string): CachedResult =>
  parseWith(CachedResult, parseStrictJson(text, label), label, 'BAD_RECORD');

export const encodeCachedResult = (
  key: Digest,
  about: Pick<CachedResult, 'toolkit' | 'operation' | 'argumentsDigest'>,
  value: Json,
): string =>
  JSON.stringify({ formatVersion: 1, key, ...about, resultDigest: resultDigest(value), value } satisfies {
    [K in keyof CachedResult]: unknown;
  });
