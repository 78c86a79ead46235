import path from 'node:path';
import { type Attachable, CALL_TIMEOUT_MS, envEntry } from '../attach/attachable.ts';

/** Claude Code hands its whole environment to a server, so no variable has to be named.
 * @see code.claude.com/docs, "MCP": `.mcp.json` of a project, `.claude.json` of a user; `timeout` in milliseconds */
export const claudeCode: Attachable = {
  title: 'Claude Code',
  format: 'json',
  serversAt: ['mcpServers'],
  files: {
    project: ({ projectDir }) => [path.join(projectDir, '.mcp.json')],
    user: ({ homeDir, env }) => [path.join(env['CLAUDE_CONFIG_DIR'] ?? homeDir, '.claude.json')],
  },
  skills: {
    project: ({ projectDir }) => path.join(projectDir, '.claude', 'skills'),
    user: ({ homeDir, env }) =>
      path.join(env['CLAUDE_CONFIG_DIR'] ?? path.join(homeDir, '.claude'), 'skills'),
  },
  startsInProject: true,
  expands: /\$\{/,
  entry: ({ command, args, variables }) => ({
    type: 'stdio',
    command,
    args: [...args],
    ...envEntry('env', variables),
    timeout: CALL_TIMEOUT_MS,
  }),
  afterwards:
    'Start it anew; it asks once before it starts the servers of a project. In print mode (-p), set MCP_CONNECTION_NONBLOCKING=0 so that the first turn has the tools, and ENABLE_TOOL_SEARCH=false so that they are not deferred.',
};
