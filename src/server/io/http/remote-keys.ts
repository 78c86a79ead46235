import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import { KeySet } from './key-set.ts';

/** Far more than the keys of any issuer. */
const KEYS_MAX_BYTES = 256 * 1024;
/** Anybody can show a token, and none is judged meanwhile: an issuer that does not answer is not asked with each. */
const REST_MS = 5000;

/** The keys of an issuer could not be had: of a token that is shown now, nothing can be said. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** The keys that an issuer publishes, asked for when a token names one that is not known. A link elsewhere is not followed.
 * @param tell told once each time that they can no longer be had   @throws KeysUnavailable */
export function remoteKeys(address: string, tell: (message: string) => void): JWTVerifyGetKey {
  let restUntilMs = 0;
  let isTold = false;
  const fetchKeys: FetchImplementation = async (url, options) => {
    if (performance.now() < restUntilMs) throw new KeysUnavailable('it did not give them a moment ago');
    try {
      const keys = await keysIn(await fetch(url, options));
      isTold = false;
      return keys;
    } catch (cause) {
      restUntilMs = performance.now() + REST_MS;
      const unavailable = new KeysUnavailable(whyNot(cause), { cause });
      if (!isTold)
        tell(
          `the keys of serve.oauth cannot be had from ${address}: ${unavailable.message}; its tokens are refused`,
        );
      isTold = true;
      throw unavailable;
    }
  };
  return createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys });
}

async function keysIn(response: Response): Promise<Response> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`it answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > KEYS_MAX_BYTES) throw new Error(`it answered with more than ${KEYS_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (!isKeySet(text)) throw new Error('it answered with something that is no set of keys');
  return new Response(text);
}

function isKeySet(text: string): boolean {
  try {
    return KeySet.safeParse(JSON.parse(text)).success;
  } catch (fault) {
    if (fault instanceof SyntaxError) return false;
    throw fault;
  }
}

function whyNot(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return 'it does not answer';
  // What is told of a connection says no more than that there was a failure.
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
