import { Args, Flags } from '@oclif/core';
import type { FileLayer } from '../machine/index.ts';

/** `--lock x.lock`: the toolkits whose declarations count, and the folder around which a project's settings are. */
export const lockFlag = Flags.string({
  char: 'l',
  helpValue: '<lock>',
  description:
    'the lock whose toolkits and whose project are meant (default: what is installed, the current folder)',
});

export const externalFlag = Flags.boolean({
  default: false,
  description: 'the name is that of an external program, the value its path',
});

export const valueArg = Args.string({
  required: true,
  ignoreStdin: true,
  description: '<toolkit>.<name>, such as @lab/grid.n_threads',
});

/** Which settings file; the user's own when none is named. */
export const scopeFlags = {
  user: Flags.boolean({ exclusive: ['project', 'private'], description: 'your own settings (the default)' }),
  project: Flags.boolean({
    exclusive: ['user', 'private'],
    description: 'toolbase.yaml of the project, which is committed',
  }),
  private: Flags.boolean({
    exclusive: ['user', 'project'],
    description: 'toolbase.local.yaml of the project, which is not committed',
  }),
};

export const scopeOf = (flags: { project?: boolean; private?: boolean }): FileLayer['name'] =>
  flags.project === true ? 'project' : flags.private === true ? 'private' : 'user';

/** Values for this run alone, stronger than all settings files. */
export const machineFlagsOf = {
  set: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: '<toolkit>.<name>=<value>',
    description: 'value of a setting for this run, stronger than all settings files; never a secret',
  }),
  external: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: '<toolkit>.<name>=<path>',
    description: 'where an external program is, for this run',
  }),
};
