import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a client of either era sends beside what every page may. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
];
const METHODS = ['GET', 'POST', 'DELETE'];
const PREFLIGHT_KEPT_S = 600;

/** Lets pages of the configured origins read what they are answered (CORS), and those of no other: not even of this
 * machine's own pages, which may call the server.
 * @returns the answer to a preflight, which asks for leave before the request itself is sent */
export function shareAcrossOrigins(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): Response | undefined {
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return undefined;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
  response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate, retry-after');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS.join(', '),
      'access-control-allow-headers': REQUEST_HEADERS.join(', '),
      'access-control-max-age': String(PREFLIGHT_KEPT_S),
    },
  });
}
