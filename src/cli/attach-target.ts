import { homedir } from 'node:os';
import path from 'node:path';
import { Args, Flags } from '@oclif/core';
import { ATTACHABLE_IDS, type AttachableId, type ConfigPlaces } from '../harness/index.ts';
import { type AttachmentRecords, openAttachmentRecords } from '../harness/io/index.ts';
import { meantHint, ToolbaseError } from '../kernel/index.ts';
import { ownPaths } from './registries.ts';

/** Servers' names that every agent program takes: no underscore, at which one of them splits. */
const SERVER_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const SERVER_NAME_MAX = 20;

export const harnessArg = Args.string({
  required: true,
  ignoreStdin: true,
  description: `the agent program: ${ATTACHABLE_IDS.join(', ')}`,
});

export const attachFlags = {
  scope: Flags.option({ options: ['project', 'user'] as const })({
    description: "the project's configuration or the user's (default: the project's, where there is one)",
  }),
  project: Flags.string({ default: '.', helpValue: '<dir>', description: 'folder of the project' }),
  name: Flags.string({
    default: 'toolbase',
    helpValue: '<name>',
    description: 'name of the server: one a loadout',
  }),
  'dry-run': Flags.boolean({ default: false, description: 'show the change, write nothing' }),
  force: Flags.boolean({ default: false, description: 'replace or discard what others wrote' }),
};

/** @throws ToolbaseError BAD_NAME */
export function serverName(name: string): string {
  if (SERVER_NAME.test(name) && name.length <= SERVER_NAME_MAX) return name;
  throw new ToolbaseError('BAD_NAME', `${JSON.stringify(name)} cannot name a server`, {
    hint: `Use at most ${SERVER_NAME_MAX} lower-case letters, digits and single hyphens, such as toolbase or widths-2.`,
  });
}

/** The name as one of the known programs. */
export const harnessId = (name: string): AttachableId => {
  const id = ATTACHABLE_IDS.find((each) => each === name);
  if (id === undefined)
    throw new ToolbaseError('USAGE', `there is no agent program ${name}`, {
      hint: meantHint(name, ATTACHABLE_IDS),
    });
  return id;
};

export const configPlaces = (projectDir: string): ConfigPlaces => {
  const home = process.env['HOME'];
  const homeDir = home !== undefined && path.isAbsolute(home) ? home : homedir();
  const config = process.env['XDG_CONFIG_HOME'];
  return {
    homeDir,
    configDir: config !== undefined && path.isAbsolute(config) ? config : path.join(homeDir, '.config'),
    projectDir,
    platform: process.platform === 'darwin' ? 'darwin' : 'linux',
    env: process.env,
  };
};

export const openRecords = (): AttachmentRecords =>
  openAttachmentRecords(path.join(ownPaths().state, 'attachments'));
