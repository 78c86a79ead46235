import path from 'node:path';
import { type Attachable, CALL_TIMEOUT_MS, envEntry, withPassed } from '../attach/attachable.ts';

/** Gemini CLI withholds variables with names such as `…KEY…` or `…TOKEN…` from a server unless `env` names them, and expands `$NAME`.
 * @see github.com/google-gemini/gemini-cli, docs/tools/mcp-server.md; `timeout` in milliseconds */
export const geminiCli: Attachable = {
  title: 'Gemini CLI',
  format: 'json',
  serversAt: ['mcpServers'],
  files: {
    project: ({ projectDir }) => [path.join(projectDir, '.gemini', 'settings.json')],
    user: ({ homeDir }) => [path.join(homeDir, '.gemini', 'settings.json')],
  },
  skills: {
    project: ({ projectDir }) => path.join(projectDir, '.gemini', 'skills'),
    user: ({ homeDir }) => path.join(homeDir, '.gemini', 'skills'),
  },
  startsInProject: true,
  expands: /\$(?:\{|[A-Za-z_])/,
  entry: (launch) => ({
    command: launch.command,
    args: [...launch.args],
    ...envEntry(
      'env',
      withPassed(launch, (name) => `$${name}`),
    ),
    timeout: CALL_TIMEOUT_MS,
  }),
  afterwards: 'Start it anew; it starts the servers of a project only in a trusted folder.',
};
