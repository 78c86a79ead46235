import { type ErrorReport, reportOf } from '../kernel/index.ts';
import { cleanText } from '../host/index.ts';
import type { JsonObject } from './schema-checker.ts';

/** How a call ended, for every front: MCP, command line, tests. */
export type CallOutcome =
  | {
      readonly kind: 'answered';
      readonly structured: JsonObject;
      /** Compact JSON of `structured`: what a client that reads text gets. */
      readonly text: string;
      /** The result came from the cache. */
      readonly cache?: 'hit';
      /** Shown after the text, in base64. */
      readonly images?: readonly { readonly mimeType: string; readonly data: string }[];
      /** What was done to the result, in words. */
      readonly note?: string;
      /** Files of the workspace that the call wrote, relative to it; absent for none. */
      readonly files?: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: ErrorReport };

const ERROR_MAX_CHARS = 6000;

/** The outcome of anything thrown. A fault of ours is told by its code alone, since its message may name our files. */
export function failedOutcome(thrown: unknown): Extract<CallOutcome, { kind: 'failed' }> {
  const { code, message, hint } = reportOf(thrown);
  const said =
    code === 'INTERNAL' ? 'toolbase failed while it handled the call' : cleanText(message, ERROR_MAX_CHARS);
  return {
    kind: 'failed',
    error: { code, message: said, ...(hint === undefined ? {} : { hint: cleanText(hint, ERROR_MAX_CHARS) }) },
  };
}

/** `CODE: message. hint`, the one text a client shows of an error. */
export function errorText({ code, message, hint }: ErrorReport): string {
  const stop = /[.!?:]$/.test(message) ? '' : '.';
  return hint === undefined ? `${code}: ${message}${stop}` : `${code}: ${message}${stop} ${hint}`;
}
