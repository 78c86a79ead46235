import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** Tells of a request by which revision of the protocol it was sent, such as `2025-06-18`. */
export type RevisionOf = (context: Pick<ServerContext, 'mcpReq'>) => string;

export const MODERN_REVISION = '2026-07-28';

/** @param server not connected yet */
export function watchRevision(server: Server): RevisionOf {
  let agreed = '';
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const set = transport.setProtocolVersion?.bind(transport);
    transport.setProtocolVersion = (version) => {
      agreed = version;
      set?.(version);
    };
    return connect(transport);
  };
  // Requests of the modern era say it themselves; before, the handshake did once.
  return ({ mcpReq }) => (mcpReq.envelope === undefined ? agreed : MODERN_REVISION);
}
