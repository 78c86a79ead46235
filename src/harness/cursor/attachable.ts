import path from 'node:path';
import { type Attachable, envEntry, withPassed } from '../attach/attachable.ts';

/** @see docs.cursor.com, "Model Context Protocol": `${env:NAME}` is expanded */
export const cursor: Attachable = {
  title: 'Cursor',
  format: 'json',
  serversAt: ['mcpServers'],
  files: {
    project: ({ projectDir }) => [path.join(projectDir, '.cursor', 'mcp.json')],
    user: ({ homeDir }) => [path.join(homeDir, '.cursor', 'mcp.json')],
  },
  skills: {
    project: ({ projectDir }) => path.join(projectDir, '.cursor', 'skills'),
    user: ({ homeDir }) => path.join(homeDir, '.cursor', 'skills'),
  },
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
  afterwards: 'Quit it and start it anew, then switch the server on in its settings under Tools & MCP.',
};
