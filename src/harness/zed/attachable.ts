import path from 'node:path';
import { type Attachable, envEntry } from '../attach/attachable.ts';

/** @see zed.dev/docs/ai/mcp: the table is called `context_servers`; comments are allowed in the file */
export const zed: Attachable = {
  title: 'Zed',
  format: 'json',
  serversAt: ['context_servers'],
  files: {
    user: ({ configDir, homeDir, platform }) => [
      path.join(platform === 'darwin' ? path.join(homeDir, '.config') : configDir, 'zed', 'settings.json'),
    ],
    project: ({ projectDir }) => [path.join(projectDir, '.zed', 'settings.json')],
  },
  skills: {},
  startsInProject: true,
  entry: ({ command, args, variables }) => ({
    source: 'custom',
    enabled: true,
    command,
    args: [...args],
    ...envEntry('env', variables),
  }),
  afterwards: 'It notices the change by itself.',
};
