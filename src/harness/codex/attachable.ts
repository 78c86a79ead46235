import path from 'node:path';
import { type Attachable, CALL_TIMEOUT_MS, envEntry, START_TIMEOUT_MS } from '../attach/attachable.ts';

/** Codex clears the environment of a server but for `env_vars`, ends a call after five minutes unless told otherwise, and
 * goes on without a server that is late unless it is `required`.
 * @see developers.openai.com/codex, "Model Context Protocol": `mcp_servers` of config.toml; times in seconds */
export const codex: Attachable = {
  title: 'Codex',
  format: 'toml',
  serversAt: ['mcp_servers'],
  files: {
    project: ({ projectDir }) => [path.join(projectDir, '.codex', 'config.toml')],
    user: ({ homeDir, env }) => [path.join(env['CODEX_HOME'] ?? path.join(homeDir, '.codex'), 'config.toml')],
  },
  skills: {
    project: ({ projectDir }) => path.join(projectDir, '.agents', 'skills'),
    user: ({ homeDir }) => path.join(homeDir, '.agents', 'skills'),
  },
  startsInProject: true,
  entry: ({ command, args, variables, passed }) => ({
    command,
    args: [...args],
    ...(passed.length === 0 ? {} : { env_vars: [...passed] }),
    required: true,
    startup_timeout_sec: START_TIMEOUT_MS / 1000,
    tool_timeout_sec: CALL_TIMEOUT_MS / 1000,
    ...envEntry('env', variables),
  }),
  afterwards: 'Start it anew; it reads the file of a project only when the project is trusted.',
};
