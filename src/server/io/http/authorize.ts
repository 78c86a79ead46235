import { refusal, RPC } from './answers.ts';
import { bearerToken, type Caller } from './bearer.ts';

/** Who may use a path, and who it is. */
export type Authorize = (
  header: string | undefined,
  path: string,
) => Promise<
  | { readonly kind: 'allowed'; readonly caller: string }
  | { readonly kind: 'refused'; readonly response: Response }
>;

/** A server on the loopback address without tokens: every program of this machine may use it. */
export const everybody: Authorize = () => Promise.resolve({ kind: 'allowed', caller: '' });

/** @param check looks a token up
 * @param metadataOf address of what says how to get a token, for a path (RFC 9728, section 5.1) */
export function tokenHolders(
  check: (presented: string, path: string) => Promise<Caller>,
  metadataOf: (path: string) => string | undefined,
): Authorize {
  return async (header, path) => {
    const presented = bearerToken(header);
    const caller: Caller = presented === undefined ? { kind: 'unknown' } : await check(presented, path);
    if (caller.kind === 'known') return { kind: 'allowed', caller: caller.name };
    // No challenge: a client would throw a good token away.
    if (caller.kind === 'unjudged')
      return {
        kind: 'refused',
        response: refusal(503, RPC.server, 'the token cannot be checked now', { 'retry-after': '10' }),
      };
    const metadata = metadataOf(path);
    const refused = (status: 401 | 403, message: string, ...faults: string[]) => {
      const challenge = [...faults, ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`])];
      const header = { 'www-authenticate': `Bearer ${challenge.join(', ')}`.trim() };
      return { kind: 'refused', response: refusal(status, RPC.server, message, header) } as const;
    };
    if (presented === undefined) return refused(401, 'a bearer token is needed');
    return caller.kind === 'insufficient'
      ? refused(403, 'the token lacks a scope', 'error="insufficient_scope"', `scope="${caller.scope}"`)
      : refused(401, 'the token is not known here', 'error="invalid_token"');
  };
}
