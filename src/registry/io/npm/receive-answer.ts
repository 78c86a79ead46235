import type { Dispatcher } from 'undici';
import { ToolbaseError } from '../../../kernel/index.ts';
import { shownUrl } from '../../npm-address.ts';
import { type Asked, serverWords, statusError } from '../../npm-failure.ts';
import { retryAfterMs } from '../../npm-retry.ts';
import type { HttpRequest, TryOutcome } from './http-exchange.ts';
import { readBody } from './read-body.ts';

interface Sent {
  readonly asked: Asked;
  readonly secrets: readonly string[];
  readonly withCredential: boolean;
}

/** More of a refusal is not read. */
const REFUSAL_MAX_BYTES = 64 * 1024;

/** Takes the body of a response in, or what it says about its refusal. */
export async function receiveAnswer(
  response: Dispatcher.ResponseData,
  request: HttpRequest,
  { asked, secrets, withCredential }: Sent,
): Promise<TryOutcome> {
  const { statusCode: status } = response;
  const header = (name: string): string | undefined => {
    const value = response.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const unpacked = request.compressed === true && /^(?:x-)?gzip$/i.test(header('content-encoding') ?? '');
  if ((status >= 200 && status < 300) || request.expect?.includes(status) === true) {
    const bytes = await readBody(response, request.maxBytes, unpacked);
    if (bytes === undefined) throw tooLarge(asked, request.maxBytes);
    const contentType = header('content-type') ?? '';
    return { kind: 'answered', answer: { status, contentType, etag: header('etag'), bytes, url: asked.url } };
  }
  const refusal = await readBody(response, REFUSAL_MAX_BYTES, unpacked);
  const answer = {
    status,
    retryAfterMs: retryAfterMs(header('retry-after'), Date.now()),
    words: serverWords(parsed(refusal), secrets),
  };
  return {
    kind: 'failed',
    failure: { kind: 'status', ...answer },
    error: statusError(asked, answer, withCredential),
  };
}

const tooLarge = ({ registry, url }: Asked, maxBytes: number): ToolbaseError =>
  new ToolbaseError(
    'BAD_REGISTRY',
    `the registry ${registry} sends more than ${maxBytes} bytes from ${shownUrl(url)}`,
  );

function parsed(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
