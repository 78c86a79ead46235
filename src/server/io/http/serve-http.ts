import type { Server } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSystemError, ToolbaseError, type ToolkitName } from '../../../kernel/index.ts';
import type { Lock } from '../../../lockfile/index.ts';
import type { Route } from '../../http/routes.ts';
import { createMcpServer } from '../mcp-server.ts';
import { observedSession, type ObserveCall } from '../observed-session.ts';
import { ownVersion } from '../own-package.ts';
import { type PreparedSessions, realWorkspace } from '../open-session.ts';
import type { Session } from '../session.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { createFront } from './http-front.ts';
import type { HttpOptions } from './http-options.ts';
import { createMetrics, type Gauges, type Metrics } from './metrics.ts';
import { type RunningCalls, runningCalls } from './running-calls.ts';
import { sessionOpener } from './open-sessions.ts';
import { readAccess } from './read-access.ts';
import { bodyRoom } from './web-exchange.ts';
import { ownFolders, type SessionFolders, sharedFolder } from './session-folders.ts';

const ENDPOINT_LIMITS = {
  room: { maxSessions: 100, maxOfOne: 50, restingMs: 60_000 },
  maxBodyBytes: 4 * 1024 * 1024,
};
const SESSION_IDLE_MS = 30 * 60 * 1000;
/** Of all messages that are being read. */
const BODIES_MAX_BYTES = 256 * 1024 * 1024;
const SWEEP_MS = 15_000;
/** What a call that runs when the server is told to stop may still take. */
const DRAIN_MS = 10_000;
const LAST_ANSWERS_MS = 500;

/** A lock that is served, and where. */
export interface ServedRoute {
  readonly route: Route;
  readonly prepared: PreparedSessions;
}

/** A server that listens. */
export interface HttpServing {
  /** Addresses of the endpoints, by the name of their lock. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Takes nothing new, and waits a little for the calls that run. */
  readonly drain: () => Promise<void>;
  /** Ends every session and connection. */
  readonly close: () => Promise<void>;
}

/** Serves locks over Streamable HTTP, to clients of both eras.
 * @throws ToolbaseError USAGE, SETTING_MISSING, BAD_SETTINGS for who may use it, PORT_UNAVAILABLE, NOT_FOUND */
export async function serveHttp(
  served: readonly ServedRoute[],
  options: HttpOptions,
  say: (message: string) => void,
): Promise<HttpServing> {
  const access = await readAccess(
    options,
    served.flatMap(({ route }) => route.paths),
    say,
  );
  const spans = await options.spans();
  const running = runningCalls();
  const endpoints = new Map<string, Endpoint>();
  const metrics = createMetrics(gaugesOf(endpoints, running));
  const bodies = bodyRoom(BODIES_MAX_BYTES);
  const foldersOf = await sessionFolders(options);
  for (const { route, prepared } of served) {
    const open = sessionOpener(prepared, foldersOf(prepared.stateDir), {
      callLogDir: path.resolve(options.callLogDir ?? path.join(prepared.stateDir, 'calls')),
      watch: metrics.watch(route.name, exposingToolkits(prepared.lock)),
      observe: (session) =>
        observedSession(session, [
          observeCall(route.name, running, metrics),
          ...(spans === undefined ? [] : [spans.observe(route.name)]),
        ]),
    });
    endpoints.set(
      route.name,
      createEndpoint({ ...ENDPOINT_LIMITS, bodies, open, createServer, onError: ignore }),
    );
  }
  let draining = false;
  const front = createFront({
    ...access,
    endpoints: byPath(served, endpoints),
    metrics: metrics.render,
    onAnswer: metrics.answer,
    isDraining: () => draining,
    onFault: (thrown) => say(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)),
  });
  const origin = await listen(front, options);
  const sweep = setInterval(() => {
    for (const endpoint of endpoints.values()) endpoint.endIdle(SESSION_IDLE_MS);
  }, SWEEP_MS);
  return {
    addresses: new Map(served.map(({ route }) => [route.name, `${origin}${route.paths[0] ?? ''}`])),
    drain: async () => {
      draining = true;
      await running.settled(DRAIN_MS);
    },
    close: async () => {
      clearInterval(sweep);
      await closeFront(front, endpoints.values());
      await spans?.close();
    },
  };
}

const observeCall =
  (loadout: string, running: RunningCalls, metrics: Metrics): ObserveCall =>
  (operation) => {
    const end = running.begin(loadout);
    const startedMs = performance.now();
    return (outcome) => {
      end();
      metrics.call({
        loadout,
        operation,
        outcome: outcome.kind === 'answered' ? 'OK' : outcome.error.code,
        seconds: (performance.now() - startedMs) / 1000,
      });
    };
  };

const exposingToolkits = ({ operations }: Lock): ToolkitName[] => [
  ...new Set(Object.values(operations).map(({ toolkit }) => toolkit)),
];

const createServer = (session: Session) => createMcpServer(session, ownVersion());

/** Faults of what clients send are answered to them. */
const ignore = (): void => undefined;

async function sessionFolders({ workspace, workspaces, discard }: HttpOptions) {
  if (workspace === undefined)
    return (stateDir: string): SessionFolders =>
      ownFolders(path.resolve(workspaces ?? path.join(stateDir, 'workspaces')), discard);
  const shared = sharedFolder(await realWorkspace(workspace));
  return (): SessionFolders => shared;
}

const gaugesOf = (endpoints: ReadonlyMap<string, Endpoint>, running: RunningCalls): Gauges => ({
  sessions: () =>
    Array.from(endpoints).flatMap(([loadout, endpoint]) => {
      const { handshake, callers } = endpoint.sessions();
      return [
        { loadout, era: 'handshake', count: handshake },
        { loadout, era: '2026-07-28', count: callers },
      ];
    }),
  running: () => Array.from(endpoints.keys(), (loadout) => ({ loadout, count: running.of(loadout) })),
});

const byPath = (served: readonly ServedRoute[], endpoints: ReadonlyMap<string, Endpoint>) =>
  new Map(
    served.flatMap(({ route }) => {
      const endpoint = endpoints.get(route.name);
      return endpoint === undefined ? [] : route.paths.map((each) => [each, endpoint] as const);
    }),
  );

async function closeFront(front: Server, endpoints: Iterable<Endpoint>): Promise<void> {
  const closed = new Promise((resolve) => front.close(resolve));
  await Promise.all(Array.from(endpoints, (endpoint) => endpoint.close()));
  front.closeIdleConnections();
  // Last answers are still on their way.
  await Promise.race([closed, sleep(LAST_ANSWERS_MS)]);
  front.closeAllConnections();
}

async function listen(front: Server, { host, port }: HttpOptions): Promise<string> {
  try {
    await new Promise<void>((resolve, reject) => {
      front.once('error', reject);
      front.listen({ host, port }, resolve);
    });
  } catch (cause) {
    if (!isSystemError(cause, 'EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) throw cause;
    throw new ToolbaseError(
      'PORT_UNAVAILABLE',
      `${host}:${port} cannot be listened on (${String(cause.code)})`,
      {
        hint: 'Name another with --port or --host; --port 0 takes any free port.',
        cause,
      },
    );
  }
  const address = front.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
