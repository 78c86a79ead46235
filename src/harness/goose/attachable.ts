import path from 'node:path';
import { type Attachable, CALL_TIMEOUT_MS } from '../attach/attachable.ts';

/** @see block.github.io/goose, "Using extensions": `env_keys` are names, `envs` values, `timeout` seconds */
export const goose: Attachable = {
  title: 'Goose',
  format: 'yaml',
  serversAt: ['extensions'],
  files: { user: ({ configDir }) => [path.join(configDir, 'goose', 'config.yaml')] },
  skills: { user: ({ configDir }) => path.join(configDir, 'goose', 'skills') },
  startsInProject: true,
  entry: ({ command, args, variables, passed }) => ({
    name: 'toolbase',
    type: 'stdio',
    enabled: true,
    cmd: command,
    args: [...args],
    envs: { ...variables },
    env_keys: [...passed],
    timeout: CALL_TIMEOUT_MS / 1000,
  }),
  afterwards: 'Start a new session.',
};
