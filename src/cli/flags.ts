import { Flags } from '@oclif/core';

/** `--registry name=dir` or `--registry dir`, repeatable, searched before all others. */
export const registryFlag = Flags.string({
  multiple: true,
  multipleNonGreedy: true,
  helpValue: '[<name>=]<dir>',
  description: 'a directory registry to search first; give it a name to have it written into the lock',
});

/** `--registry name`, `name=dir` or `dir`, of a command that writes into one. */
export const targetRegistryFlag = Flags.string({
  multiple: true,
  multipleNonGreedy: true,
  helpValue: '[<name>=]<dir>',
  description: 'the registry to publish to: a directory, or the name of a registry of the settings',
});

/** No server is asked. */
export const offlineFlag = Flags.boolean({
  default: false,
  description: 'ask no server: use only what is on this machine',
});

/** The directory that operations may read and write. */
export const workspaceFlag = Flags.string({
  char: 'w',
  default: '.',
  helpValue: '<dir>',
  description: 'directory that operations may read and write',
});

/** Nothing is written or sent. */
export const dryRunFlag = Flags.boolean({ default: false, description: 'only say what would be done' });

/** What a package says of its repository. */
export const sourceFlag = Flags.boolean({
  default: true,
  allowNo: true,
  description: 'record the commit that the files come from, when git tells',
});

/** The one server that a command is for. */
export const serverFlag = Flags.string({
  helpValue: '<server>',
  description:
    'name of a server in the settings, or its address; default: the only one that the settings name',
});
