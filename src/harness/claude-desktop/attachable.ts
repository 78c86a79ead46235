import path from 'node:path';
import { type Attachable, envEntry } from '../attach/attachable.ts';

/** Claude Desktop starts servers in no project's folder, and expands no variables.
 * @see modelcontextprotocol.io, "Connect to local MCP servers" */
export const claudeDesktop: Attachable = {
  title: 'Claude Desktop',
  format: 'json',
  serversAt: ['mcpServers'],
  files: {
    user: ({ homeDir, configDir, platform }) => [
      platform === 'darwin'
        ? path.join(homeDir, 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json')
        : path.join(configDir, 'Claude', 'claude_desktop_config.json'),
    ],
  },
  skills: {},
  startsInProject: false,
  entry: ({ command, args, variables }) => ({ command, args: [...args], ...envEntry('env', variables) }),
  afterwards: 'Quit it and start it anew.',
};
