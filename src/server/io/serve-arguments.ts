import { parseArgs, type ParseArgsConfig } from 'node:util';
import { LOG_LEVELS, type LogLevel, nearMatches, ToolbaseError } from '../../kernel/index.ts';
import { type MachineFlags, machineFlags } from '../../machine/index.ts';
import { type PolicyFlag, policyFlags } from '../policy-flags.ts';
import { SERVE_FLAGS, type ServeFlag } from '../serve-flags.ts';

/** What follows `serve`, read. */
export interface ServeArguments {
  /** One unless `http` is there. */
  readonly lockFiles: readonly [string, ...string[]];
  readonly workspace: string | undefined;
  readonly callLog: string | undefined;
  readonly record: boolean;
  readonly cache: boolean | undefined;
  readonly home: string | undefined;
  readonly flags: MachineFlags;
  readonly frozen: boolean;
  readonly policies: readonly PolicyFlag[];
  readonly warm: boolean;
  readonly hostLogs: boolean;
  readonly logLevel: LogLevel;
  readonly otel: boolean;
  readonly http: HttpArguments | undefined;
}

/** As they were written. */
export interface HttpArguments {
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly tokens: readonly string[];
  readonly workspaces: string | undefined;
  readonly discard: boolean;
}

const HTTP_ONLY = ['port', 'host', 'token', 'workspaces', 'discard'] as const satisfies readonly FlagName[];

type FlagName = keyof typeof SERVE_FLAGS;

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

/** @throws ToolbaseError USAGE, BAD_NAME */
export function readArguments(argv: readonly string[]): ServeArguments {
  const { values, positionals } = parsed(argv);
  const [lockFile, ...rest] = positionals;
  const isHttp = values['http'] === true;
  if (lockFile === undefined) throw usage('no lockfile is named');
  if (rest.length > 0 && !isHttp)
    throw usage(`unexpected argument ${JSON.stringify(rest[0])}: only --http serves several lockfiles`);
  const stray = HTTP_ONLY.find((name) => values[name] !== undefined);
  if (stray !== undefined && !isHttp) throw usage(`--${stray} is for --http`);
  if (values['workspace'] !== undefined && (values['workspaces'] ?? values['discard']) !== undefined)
    throw usage(
      '--workspace is one folder for all sessions, --workspaces and --discard are for those of their own',
    );
  const text = (name: FlagName): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const list = (name: FlagName): string[] => {
    const value = values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  };
  return {
    lockFiles: [lockFile, ...rest],
    workspace: text('workspace'),
    callLog: text('call-log'),
    record: values['record'] === true,
    cache: onOrOff(text('cache')),
    home: text('home'),
    flags: machineFlags(list('set'), list('external')),
    frozen: values['frozen'] === true,
    policies: policyFlags(list('policy')),
    warm: values['warm'] === true,
    hostLogs: values['host-logs'] === true,
    logLevel: levelOf(text('log-level') ?? 'info'),
    otel: values['otel'] === true,
    http: isHttp
      ? {
          host: text('host'),
          port: text('port'),
          tokens: list('token'),
          workspaces: text('workspaces'),
          discard: values['discard'] === true,
        }
      : undefined,
  };
}

function levelOf(word: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === word);
  if (level === undefined)
    throw usage(`--log-level ${JSON.stringify(word)} is none of ${LOG_LEVELS.join(', ')}`);
  return level;
}

function onOrOff(given: string | undefined): boolean | undefined {
  if (given === undefined) return undefined;
  if (given === 'on' || given === 'off') return given === 'on';
  throw usage(`--cache is ${JSON.stringify(given)}, not on or off`);
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (cause) {
    const [, absent] = /^Unknown option '(--?[\w-]+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
    if (absent !== undefined) throw noFlag(absent);
    throw usage(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function noFlag(given: string): ToolbaseError {
  const near = nearMatches(given.replace(/^-+/, ''), Object.keys(OPTIONS)).map((name) => `--${name}`);
  return new ToolbaseError('USAGE', `there is no flag ${given}`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Run `toolbase serve --help`.',
  });
}

const usage = (message: string, cause?: unknown): ToolbaseError =>
  new ToolbaseError('USAGE', message, { hint: 'Run `toolbase serve --help`.', cause });
