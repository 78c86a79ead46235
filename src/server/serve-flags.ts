/** One flag of `toolbase serve`. */
export interface ServeFlag {
  readonly kind: 'text' | 'list' | 'switch';
  /** Placeholder of the value in the help. */
  readonly value?: string;
  /** One letter. */
  readonly short?: 'w';
  readonly summary: string;
}

/** Flags of `toolbase serve`, read by the bundle that serves and by the command that prints the help. */
export const SERVE_FLAGS = {
  workspace: {
    kind: 'text',
    value: '<dir>',
    short: 'w',
    summary:
      'folder that operations may read and write (default: the current folder; with --http a fresh one for each session)',
  },
  'call-log': {
    kind: 'text',
    value: '<file>',
    summary:
      'where each call leaves a line (default: a new file in the user state folder); with --http a folder, in which each session gets a file',
  },
  record: {
    kind: 'switch',
    summary: 'keep arguments, results and input files beside the call log, so that calls can be replayed',
  },
  cache: {
    kind: 'text',
    value: 'on|off',
    summary: 'use the cache of deterministic results, or not (default: as the settings say, else off)',
  },
  home: {
    kind: 'text',
    value: '<dir>',
    summary: 'folder of everything of this user, in place of TOOLBASE_HOME',
  },
  set: {
    kind: 'list',
    value: '<toolkit>.<name>=<value>',
    summary: 'value of a setting for this server, stronger than all settings files; never a secret',
  },
  external: {
    kind: 'list',
    value: '<toolkit>.<name>=<path>',
    summary: 'where an external program is, for this server',
  },
  frozen: {
    kind: 'switch',
    summary:
      'serve only what is locked: refuse working trees, changed files, and a lock that its loadout does not give',
  },
  policy: {
    kind: 'list',
    value: '<operation>=<allow|ask|deny>',
    summary:
      'whether calls are made, by the name a client sees, or * for all; the strictest of this and the settings counts',
  },
  warm: {
    kind: 'switch',
    summary: 'start the hosts of all toolkits at once, not at their first calls',
  },
  'host-logs': {
    kind: 'switch',
    summary: 'copy what the hosts print to standard error',
  },
  'log-level': {
    kind: 'text',
    value: 'error|info|debug',
    summary: 'what is told on standard error; debug: each look into the store, and each host (default: info)',
  },
  otel: {
    kind: 'switch',
    summary: 'send an OpenTelemetry span for each call to where OTEL_EXPORTER_OTLP_ENDPOINT says',
  },
  http: {
    kind: 'switch',
    summary:
      'serve over HTTP in place of standard input and output, until stopped; several locks each under its name',
  },
  port: {
    kind: 'text',
    value: '<number>',
    summary: 'port of --http, 0 for any free one (default: 8765)',
  },
  host: {
    kind: 'text',
    value: '<address>',
    summary: 'address of --http (default: 127.0.0.1); any other than this machine itself needs a token',
  },
  token: {
    kind: 'list',
    value: 'env:<name>|file:<path>',
    summary:
      'where a bearer token is that opens --http, beside those in your settings; never the token itself',
  },
  workspaces: {
    kind: 'text',
    value: '<dir>',
    summary:
      'folder in which each session of --http gets a workspace of its own (default: in the user state folder)',
  },
  discard: {
    kind: 'switch',
    summary: 'remove the workspace of a session of --http when the session ends',
  },
} as const satisfies Readonly<Record<string, ServeFlag>>;

export const SERVE_LOCK = {
  name: 'lock',
  summary: 'lockfile to serve, such as loadout.lock, or an archive, x.loadout.tgz; several with --http',
} as const;

export const SERVE_SUMMARY = 'Serve the locked operations over MCP: standard input and output, or HTTP';
