import path from 'node:path';
import { type Attachable, envEntry, withPassed } from '../attach/attachable.ts';

/** @see docs.windsurf.com, "MCP": one file a user; `${env:NAME}` is expanded */
export const windsurf: Attachable = {
  title: 'Windsurf',
  format: 'json',
  serversAt: ['mcpServers'],
  files: { user: ({ homeDir }) => [path.join(homeDir, '.codeium', 'windsurf', 'mcp_config.json')] },
  skills: {},
  startsInProject: false,
  expands: /\$\{/,
  entry: (launch) => ({
    command: launch.command,
    args: [...launch.args],
    ...envEntry(
      'env',
      withPassed(launch, (name) => `\${env:${name}}`),
    ),
  }),
  afterwards: 'Press refresh in its MCP settings.',
};
