import path from 'node:path';
import { type Attachable, envEntry, withPassed } from '../attach/attachable.ts';

/** @see code.visualstudio.com/docs, "MCP configuration reference": the table is called `servers`; `${env:NAME}` is expanded */
export const vscode: Attachable = {
  title: 'VS Code',
  format: 'json',
  serversAt: ['servers'],
  files: {
    project: ({ projectDir }) => [path.join(projectDir, '.vscode', 'mcp.json')],
    user: ({ homeDir, configDir, platform }) => [
      platform === 'darwin'
        ? path.join(homeDir, 'Library', 'Application Support', 'Code', 'User', 'mcp.json')
        : path.join(configDir, 'Code', 'User', 'mcp.json'),
    ],
  },
  skills: { project: ({ projectDir }) => path.join(projectDir, '.github', 'skills') },
  startsInProject: true,
  expands: /\$\{/,
  entry: (launch) => ({
    type: 'stdio',
    command: launch.command,
    args: [...launch.args],
    ...envEntry(
      'env',
      withPassed(launch, (name) => `\${env:${name}}`),
    ),
  }),
  afterwards: 'Run the command "MCP: List Servers" and start it; VS Code asks once whether it is trusted.',
};
