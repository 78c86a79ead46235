/** A refusal in the form in which MCP clients read errors that concern no request. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

export const textAnswer = (
  status: number,
  text: string,
  contentType = 'text/plain; charset=utf-8',
): Response => new Response(text, { status, headers: { 'content-type': contentType } });

/** JSON-RPC codes of the transport. */
export const RPC = { parse: -32700, invalid: -32600, server: -32000, noSession: -32001 } as const;

export const tooMany = (): Response =>
  refusal(503, RPC.server, 'too many sessions are open', { 'retry-after': '30' });
