import { Console } from 'node:console';
import path from 'node:path';
import { cleanText, ERROR_CODES, reportOf } from '../../kernel/index.ts';
import { onTrace } from '../../kernel/io/index.ts';
import { type CheckedLocks, openCheckedLocks, readLock } from '../../lockfile/io/index.ts';
import { homePaths } from '../../machine/index.ts';
import { errorText } from '../call-outcome.ts';
import { loadoutName } from '../http/routes.ts';
import { checkPolicyNames } from '../policy-flags.ts';
import { loadSpans } from './load-spans.ts';
import { createMcpServer } from './mcp-server.ts';
import { ownVersion } from './own-package.ts';
import type { OpenLock } from './open-lock.ts';
import { openSession } from './open-session.ts';
import { readArguments, type ServeArguments } from './serve-arguments.ts';
import { serveStdio } from './serve-stdio.ts';
import { observedSession } from './observed-session.ts';
import type { Session } from './session.ts';
import type { Spans } from './spans.ts';

/** A host is killed after a second; what is left after this is not waited for. */
const CLOSE_LIMIT_MS = 1900;

const say = (message: string): void => {
  // It may hold words of a toolkit or of its host.
  process.stderr.write(`toolbase: ${cleanText(message, 16_000)}\n`);
};

/** `toolbase serve` as a program of its own: exits 0 when the client closes standard input, 130, 143 or 129 on SIGINT, SIGTERM or SIGHUP.
 * @param argv what follows `serve` */
export async function serveMain(argv: readonly string[], openLock: OpenLock = readUnchecked): Promise<void> {
  // Standard output is the protocol: whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  // Whoever started the server may read what it says, and stop at any time: that is no reason to end.
  process.stderr.on('error', () => undefined);
  try {
    const given = readArguments(argv);
    // Inherited by hosts too, which keep what they can make again below it.
    if (given.home !== undefined) process.env['TOOLBASE_HOME'] = path.resolve(given.home);
    if (given.logLevel === 'debug') onTrace(({ topic, text }) => say(`debug: ${topic}: ${text}`));
    await (given.http === undefined ? serveOneClient : serveOverHttp)(given, openLock);
  } catch (thrown) {
    const report = reportOf(thrown);
    say(errorText(report));
    process.exit(ERROR_CODES[report.code]);
  }
}

/** Whoever types the command sees nothing else: the protocol begins with the client. */
const AT_A_TERMINAL =
  'serving MCP on standard input and output: an agent program starts this command by itself (see `toolbase attach`), and `toolbase call` makes one call. Ctrl-C ends it.';

const tellers = ({ hostLogs }: ServeArguments) => ({
  onFault: say,
  onMissing: say,
  onHostLog: hostLogs ? (toolkit: string, line: string) => say(`${toolkit}: ${line}`) : undefined,
});

async function serveOneClient(given: ServeArguments, openLock: OpenLock): Promise<void> {
  const [lockFile] = given.lockFiles;
  const lock = await openLock(lockFile, given);
  checkPolicyNames(given.policies, [lock]);
  const opened = await openSession(lock, lockFile, {
    ...given,
    ...tellers(given),
  });
  const session = withSpans(opened, await loadSpans(given.otel, say), lockFile);
  if (process.stdin.isTTY) say(AT_A_TERMINAL);
  process.once('SIGINT', () => void end(session, 130));
  process.once('SIGTERM', () => void end(session, 143));
  process.once('SIGHUP', () => void end(session, 129));
  const left = await serveStdio(() => createMcpServer(session, ownVersion()), limited(say, 20));
  await end(session, left === 'left' ? 0 : ERROR_CODES.USAGE);
}

const withSpans = (session: Session, spans: Spans | undefined, lockFile: string): Session =>
  spans === undefined
    ? session
    : {
        ...observedSession(session, [spans.observe(loadoutName(lockFile))]),
        close: async () => {
          await session.close();
          await spans.close();
        },
      };

/** Loaded only when it is asked for: a client on standard input waits for nothing that it does not use. */
async function serveOverHttp(given: ServeArguments, openLock: OpenLock): Promise<void> {
  const { serveRoutes } = await import('./http/serve-routes.ts');
  await serveRoutes(given, { openLock, say, tellers: tellers(given) });
}

/** What frozen has to mean is more than the start of a server can check. */
const readUnchecked: OpenLock = (file, { frozen }) =>
  frozen
    ? Promise.reject(new Error('--frozen is not for this program'))
    : readLock(file, { checked: checkedLocks() });

const checkedLocks = (): CheckedLocks =>
  openCheckedLocks(path.join(homePaths(process.env).cache, 'checked-locks'), ownVersion());

async function end(session: Session, status: number): Promise<void> {
  setTimeout(() => process.exit(status), CLOSE_LIMIT_MS);
  await session.close();
  process.exit(status);
}

/** A client that sends nothing but noise does not fill a log with it. */
function limited(sink: (message: string) => void, most: number): (message: string) => void {
  let told = 0;
  return (message) => {
    told += 1;
    // Of an outsider's words: one line each, and nothing that a terminal obeys.
    if (told <= most) sink(cleanText(message.replaceAll(/\s+/g, ' '), 400));
    if (told === most) sink('further protocol faults are not told');
  };
}
