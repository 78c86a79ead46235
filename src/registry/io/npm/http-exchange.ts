import type { ToolbaseError } from '../../../kernel/index.ts';
import type { Credential } from '../../npm-credentials.ts';
import type { Failure } from '../../npm-retry.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** What it is for, in messages: "publish @lab/grid 1.0.0". */
  readonly purpose: string;
  readonly accept?: string;
  /** JSON text. */
  readonly body?: string;
  /** Entity tag of what is at hand: the answer may then be 304, without a body. */
  readonly etag?: string | undefined;
  /** Statuses beside 2xx that are answers, not failures. */
  readonly expect?: readonly number[];
  readonly maxBytes: number;
  /** Ask for gzip. Not for tarballs, which are compressed and checked as they come. */
  readonly compressed?: boolean;
  /** Sending it twice does no more than sending it once. */
  readonly repeatable: boolean;
  /** Instead of what the credentials at hand say. */
  readonly credential?: Credential;
  /** Parts of the address or the body that no message may repeat. The path is then not shown at all. */
  readonly secrets?: readonly string[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly etag: string | undefined;
  readonly bytes: Buffer;
  /** Where it came from in the end. */
  readonly url: URL;
}

export type TryOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly error: ToolbaseError };
