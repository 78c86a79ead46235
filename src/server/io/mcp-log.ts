import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { CallOutcome } from '../call-outcome.ts';
import { MODERN_REVISION, type RevisionOf } from './revision.ts';

/** By which a request of the modern era asks for log messages. */
const LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Tells a client of its calls: that they end, to who asks for `debug`; that one failed for no fault of the arguments, as
 * a `warning`, which is the level of a client of the handshake era that has asked for none. */
export function serveLog(server: Server, revisionOf: RevisionOf) {
  let least = 'warning';
  server.setRequestHandler('logging/setLevel', ({ params }) => {
    least = params.level;
    return {};
  });
  return (
    { mcpReq }: Pick<ServerContext, 'mcpReq'>,
    operation: string,
    outcome: CallOutcome,
    durationMs: number,
  ): void => {
    const failed = outcome.kind === 'failed' && ENVIRONMENT.test(outcome.error.code);
    const level = failed ? 'warning' : 'debug';
    // A client of the modern era says with each request what it wants.
    const asked = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {})).get(LEVEL_KEY);
    const wanted = revisionOf({ mcpReq }) === MODERN_REVISION ? asked : least;
    if (typeof wanted !== 'string' || LEVELS.indexOf(level) < LEVELS.indexOf(wanted)) return;
    const ended = outcome.kind === 'answered' ? 'OK' : outcome.error.code;
    const data = { operation, outcome: ended, durationMs: Math.round(durationMs) };
    const params = { level, logger: 'toolbase', data } as const;
    // Refused only when the client has left; then nobody wants it.
    mcpReq.notify({ method: 'notifications/message', params }).catch(() => undefined);
  };
}

/** Codes that neither the arguments nor the operation's subject explain. */
const ENVIRONMENT = /^(?:HOST_|BAD_RESULT|INTERNAL|NOT_|STORE_|SETTING_|EXTERNAL_|ENVIRONMENT_)/;
