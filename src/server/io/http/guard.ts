import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import { refusal, RPC } from './answers.ts';

/** What may stand in the headers that a browser sets by itself. */
export interface AllowedCallers {
  /** Host names, without ports; IPv6 addresses in brackets. */
  readonly hosts: readonly string[];
  /** Whole origins, such as `https://tools.example`. */
  readonly origins: readonly string[];
}

/** Names by which a server on this machine is called. Another spelling of 127.0.0.1, such as 127.1, counts as it: it is an
 * address to whoever reads it, and no name that could be made to point here. */
export const LOOPBACK_NAMES: readonly string[] = localhostAllowedHostnames();

/** Refuses a request of a page that a browser was lured to: its name was made to point here (DNS rebinding), or its
 * origin is another site's. A program that is no browser sends no Origin. */
export function guard(
  { headers, headersDistinct }: IncomingMessage,
  allowed: AllowedCallers,
): Response | undefined {
  // Of two a proxy may have looked at the other; what stands before an @ or behind a / is none of its name.
  const isOne = headersDistinct['host']?.length === 1 && !/[@/\\?#]/.test(headers.host ?? '');
  if (!isOne || !validateHostHeader(headers.host, [...allowed.hosts]).ok)
    return refusal(403, RPC.server, 'this server is not called by that host name');
  const { origin } = headers;
  if (origin === undefined || allowed.origins.includes(origin)) return undefined;
  return isLoopback(origin) ? undefined : refusal(403, RPC.server, 'that origin may not use this server');
}

/** Pages that this machine itself serves, on any port. */
function isLoopback(origin: string): boolean {
  try {
    const { protocol, hostname } = new URL(origin);
    return /^https?:$/.test(protocol) && LOOPBACK_NAMES.includes(hostname);
  } catch {
    return false;
  }
}
