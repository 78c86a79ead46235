import path from 'node:path';
import { type Attachable, envEntry } from '../attach/attachable.ts';

/** Antigravity keeps one file a user; older builds have it in a folder of their own. */
export const antigravity: Attachable = {
  title: 'Antigravity',
  format: 'json',
  serversAt: ['mcpServers'],
  files: {
    user: ({ homeDir }) => [
      path.join(homeDir, '.gemini', 'config', 'mcp_config.json'),
      path.join(homeDir, '.gemini', 'antigravity', 'mcp_config.json'),
    ],
    project: ({ projectDir }) => [path.join(projectDir, '.agents', 'mcp_config.json')],
  },
  skills: {
    user: ({ homeDir }) => path.join(homeDir, '.gemini', 'config', 'skills'),
    project: ({ projectDir }) => path.join(projectDir, '.agents', 'skills'),
  },
  startsInProject: false,
  entry: ({ command, args, variables }) => ({ command, args: [...args], ...envEntry('env', variables) }),
  afterwards: 'Press refresh under Manage MCP Servers. Its command line ignores the file of a project.',
};
