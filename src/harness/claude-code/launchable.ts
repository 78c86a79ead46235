import path from 'node:path';
import { CALL_TIMEOUT_MS, START_TIMEOUT_MS } from '../attach/attachable.ts';
import { jsonFile, type Launchable } from '../launch/launchable.ts';
import { claudeCode } from './attachable.ts';

/** Only what works on files: a shorter request, and nothing that reaches beyond the machine. */
const OWN_TOOLS = 'Bash,Read,Write,Edit,Glob,Grep';

/** `claude -p`. Settings of the user and of projects are not read.
 * @see code.claude.com/docs, "CLI reference" and "Environment variables" */
export const claudeCodeLaunch: Launchable = {
  title: claudeCode.title,
  program: 'claude',
  npmPackage: '@anthropic-ai/claude-code',
  launch: ({ homeDir, prompt, modelUrl, apiKey, model, server, tools }) => {
    const servers = path.join(homeDir, 'mcp.json');
    return {
      args: [
        ...['-p', prompt, '--output-format', 'stream-json', '--verbose'],
        ...(model === undefined ? [] : ['--model', model]),
        ...['--mcp-config', servers, '--strict-mcp-config', '--setting-sources', ''],
        '--dangerously-skip-permissions',
        ...(tools === 'direct' ? ['--tools', OWN_TOOLS] : []),
      ],
      env: {
        CLAUDE_CONFIG_DIR: path.join(homeDir, '.claude'),
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: apiKey,
        // Without it root is refused, and in a namespace of its own every user is root.
        IS_SANDBOX: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        DISABLE_AUTOUPDATER: '1',
        ...(tools === 'direct' ? { ENABLE_TOOL_SEARCH: 'false' } : {}),
        // Both together, or older versions begin before the server has answered.
        MCP_CONNECTION_NONBLOCKING: '0',
        MCP_CONNECT_TIMEOUT_MS: String(START_TIMEOUT_MS),
        MCP_TIMEOUT: String(START_TIMEOUT_MS),
        MCP_TOOL_TIMEOUT: String(CALL_TIMEOUT_MS),
      },
      files: { [servers]: jsonFile({ mcpServers: { [server.name]: claudeCode.entry(server.launch) } }) },
    };
  },
  seenName: (server, exposed) => ({ name: `mcp__${server}__${exposed}` }),
  addedArguments: [],
  deferral: ({ tools }) => (tools.some(({ name }) => name === 'ToolSearch') ? 'tool search' : undefined),
  writeFile: (file, content) => ({ name: 'Write', arguments: { file_path: file, content } }),
  shell: (command) => ({ name: 'Bash', arguments: { command } }),
};
