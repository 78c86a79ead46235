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
    summary: 'Folder that operations may read and write (default: the current folder).',
  },
  'call-log': {
    kind: 'text',
    value: '<file>',
    summary: 'Where each call leaves a line (default: a new file in the user state folder).',
  },
  home: {
    kind: 'text',
    value: '<dir>',
    summary: 'Folder of everything of this user, in place of TOOLBASE_HOME.',
  },
  set: {
    kind: 'list',
    value: '<toolkit>.<name>=<value>',
    summary: 'Value of a setting for this server, stronger than all settings files. Never a secret.',
  },
  external: {
    kind: 'list',
    value: '<toolkit>.<name>=<path>',
    summary: 'Where an external program is, for this server.',
  },
  frozen: {
    kind: 'switch',
    summary:
      'Serve only what is locked: refuse working trees, changed files, and a lock that its loadout does not give.',
  },
  'host-logs': {
    kind: 'switch',
    summary: 'Copy what the hosts print to standard error.',
  },
} as const satisfies Readonly<Record<string, ServeFlag>>;

export const SERVE_LOCK = {
  name: 'lock',
  summary: 'Lockfile to serve, such as loadout.lock, or an archive, x.loadout.tgz.',
} as const;

export const SERVE_SUMMARY = 'Serve the locked operations to an agent over MCP on standard input and output.';
