import { Console } from 'node:console';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ERROR_CODES, reportOf, ToolbaseError } from '../../kernel/index.ts';
import type { Lock } from '../../lockfile/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { machineFlags } from '../../machine/index.ts';
import { errorText } from '../call-outcome.ts';
import { SERVE_FLAGS, type ServeFlag } from '../serve-flags.ts';
import { createMcpServer } from './mcp-server.ts';
import { ownVersion } from './own-package.ts';
import { openSession } from './open-session.ts';
import { serveStdio } from './serve-stdio.ts';
import type { Session } from './session.ts';

/** A host is killed after a second; what is left after this is not waited for. */
const CLOSE_LIMIT_MS = 1900;

const say = (message: string): void => {
  process.stderr.write(`toolbase: ${message}\n`);
};

/** Gets the lock of the file that the command names. */
export type OpenLock = (
  file: string,
  options: { readonly home: string | undefined; readonly frozen: boolean },
) => Promise<Lock>;

/** `toolbase serve` as a program of its own: exits 0 when the client closes standard input, 130, 143 or 129 on SIGINT, SIGTERM or SIGHUP.
 * @param argv what follows `serve` */
export async function serveMain(argv: readonly string[], openLock: OpenLock = readUnchecked): Promise<void> {
  // Standard output is the protocol: whatever a library prints goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  try {
    const { lockFile, ...options } = readArguments(argv);
    const session = await openSession(await openLock(lockFile, options), lockFile, {
      ...options,
      onFault: say,
      onMissing: say,
      onHostLog: options.hostLogs ? (toolkit, line) => say(`${toolkit}: ${line}`) : undefined,
    });
    process.once('SIGINT', () => void end(session, 130));
    process.once('SIGTERM', () => void end(session, 143));
    process.once('SIGHUP', () => void end(session, 129));
    const left = await serveStdio(() => createMcpServer(session, ownVersion()), limited(say, 20));
    await end(session, left === 'left' ? 0 : ERROR_CODES.USAGE);
  } catch (thrown) {
    const report = reportOf(thrown);
    say(errorText(report));
    process.exit(ERROR_CODES[report.code]);
  }
}

/** What frozen has to mean is more than the start of a server can check. */
const readUnchecked: OpenLock = (file, { frozen }) =>
  frozen ? Promise.reject(new Error('--frozen is not for this program')) : readLock(file);

async function end(session: Session, status: number): Promise<void> {
  setTimeout(() => process.exit(status), CLOSE_LIMIT_MS);
  await session.close();
  process.exit(status);
}

const OPTIONS = Object.fromEntries(
  Object.entries<ServeFlag>(SERVE_FLAGS).map(([name, { kind, short }]) => [
    name,
    {
      type: kind === 'switch' ? ('boolean' as const) : ('string' as const),
      multiple: kind === 'list',
      ...(short === undefined ? {} : { short }),
    },
  ]),
) satisfies ParseArgsConfig['options'];

function readArguments(argv: readonly string[]) {
  const { values, positionals } = parsed(argv);
  const [lockFile, ...rest] = positionals;
  if (lockFile === undefined || rest.length > 0)
    throw usage(
      lockFile === undefined ? 'no lockfile is named' : `unexpected argument ${JSON.stringify(rest[0])}`,
    );
  const text = (name: keyof typeof SERVE_FLAGS): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const list = (name: keyof typeof SERVE_FLAGS): string[] => {
    const value = values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  return {
    lockFile,
    workspace: text('workspace'),
    callLog: text('call-log'),
    home: text('home'),
    flags: machineFlags(list('set'), list('external')),
    frozen: values['frozen'] === true,
    hostLogs: values['host-logs'] === true,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const usage = (message: string, cause?: unknown): ToolbaseError =>
  new ToolbaseError('USAGE', message, { hint: 'Run `toolbase serve --help`.', cause });

/** A client that sends nothing but noise does not fill a log with it. */
function limited(sink: (message: string) => void, most: number): (message: string) => void {
  let told = 0;
  return (message) => {
    told += 1;
    if (told <= most) sink(message.slice(0, 400));
    if (told === most) sink('further protocol faults are not told');
  };
}
