import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who a request comes from: the name under which its token is configured. */
export type Caller =
  | { readonly kind: 'known'; readonly name: string }
  | { readonly kind: 'unknown' }
  /** A good token that was given too little. @see RFC 6750, section 3.1 */
  | { readonly kind: 'insufficient'; readonly scope: string }
  /** Nothing can be said of the token for now. */
  | { readonly kind: 'unjudged' };

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** The token of an Authorization header (RFC 6750, section 2.1). */
export const bearerToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1];

/** Compares with all configured tokens, in a time that depends on none of them.
 * @param tokens by the name of their owner */
export function tokenChecker(tokens: ReadonlyMap<string, string>): (presented: string) => Caller {
  const key = randomBytes(32);
  const digest = (token: string): Buffer => createHmac('sha256', key).update(token).digest();
  const known = Array.from(tokens, ([name, token]) => ({ name, expected: digest(token) }));
  return (presented) => {
    const actual = digest(presented);
    let caller: Caller = { kind: 'unknown' };
    for (const { name, expected } of known)
      if (timingSafeEqual(expected, actual)) caller = { kind: 'known', name };
    return caller;
  };
}
