import type { Lock } from '../../../lockfile/index.ts';
import { type Route, routesOf } from '../../http/routes.ts';
import { checkPolicyNames } from '../../policy-flags.ts';
import type { OpenLock } from '../open-lock.ts';
import { type PreparedSessions, prepareSessions, type SessionOptions } from '../open-session.ts';
import { loadSpans } from '../load-spans.ts';
import type { ServeArguments } from '../serve-arguments.ts';
import { checkedAddress } from './http-options.ts';
import { serveHttp } from './serve-http.ts';

/** Sessions are closed within this time, or not waited for. */
const CLOSE_LIMIT_MS = 5000;

type Tellers = Pick<SessionOptions, 'onFault' | 'onMissing' | 'onHostLog'>;

/** `toolbase serve --http`: runs until it is told to stop. On SIGTERM calls that run are waited for a little; a second
 * signal, SIGINT and SIGHUP end it at once.
 * @throws ToolbaseError as `serveHttp`, and what opening and checking the locks throw */
export async function serveRoutes(
  given: ServeArguments,
  {
    openLock,
    say,
    tellers,
  }: {
    readonly openLock: OpenLock;
    readonly say: (message: string) => void;
    readonly tellers: Tellers;
  },
): Promise<void> {
  const { http, workspace, callLog } = given;
  const routes = routesOf(given.lockFiles);
  const address = checkedAddress(http?.host, http?.port);
  const served = await preparedRoutes(routes, given, openLock, tellers);
  const serving = await serveHttp(
    served,
    {
      ...address,
      tokens: http?.tokens ?? [],
      workspace,
      workspaces: http?.workspaces,
      discard: http?.discard ?? false,
      callLogDir: callLog,
      spans: () => loadSpans(given.otel, say),
    },
    say,
  );
  let stopping = false;
  const stop = async (status: number, drain: boolean): Promise<void> => {
    const isSecond = stopping;
    stopping = true;
    if (drain && !isSecond) await serving.drain();
    setTimeout(() => process.exit(status), CLOSE_LIMIT_MS);
    await serving.close();
    process.exit(status);
  };
  process.on('SIGTERM', () => void stop(143, true));
  process.on('SIGINT', () => void stop(130, false));
  process.on('SIGHUP', () => void stop(129, false));
  for (const [name, url] of serving.addresses) say(`serving ${name} at ${url}`);
}

async function preparedRoutes(
  routes: readonly Route[],
  given: ServeArguments,
  openLock: OpenLock,
  tellers: Tellers,
): Promise<{ route: Route; prepared: PreparedSessions }[]> {
  const { home, flags, warm, policies, record, cache } = given;
  const opened: { route: Route; lock: Lock }[] = [];
  for (const route of routes) opened.push({ route, lock: await openLock(route.lockFile, given) });
  checkPolicyNames(
    policies,
    opened.map(({ lock }) => lock),
  );
  const options = { home, flags, warm, policies, record, cache, ...tellers };
  const served: { route: Route; prepared: PreparedSessions }[] = [];
  for (const { route, lock } of opened)
    served.push({ route, prepared: await prepareSessions(lock, route.lockFile, options) });
  return served;
}
