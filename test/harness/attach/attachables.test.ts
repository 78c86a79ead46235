import { describe, expect, it } from 'vitest';
import { ATTACHABLE_IDS, ATTACHABLES } from '../../../src/harness/attach/attachables.ts';
import { tomlText } from '../../../src/harness/attach/toml-text.ts';

const LAUNCH = {
  command: '/usr/bin/node',
  args: ['/opt/tb/bin/run.js', 'serve', '/lab/x.lock'],
  variables: { TOOLBASE_HOME: '/lab/home' },
  passed: ['LAB_KEY'],
};
const PLACES = {
  homeDir: '/home/ada',
  configDir: '/home/ada/.config',
  projectDir: '/lab',
  platform: 'linux',
  env: {},
} as const;

describe('the entry of each agent program', () => {
  it('has the keys, units and notation of its documentation', () => {
    const entries = Object.fromEntries(ATTACHABLE_IDS.map((id) => [id, ATTACHABLES[id].entry(LAUNCH)]));
    const args = ['/opt/tb/bin/run.js', 'serve', '/lab/x.lock'];
    const command = '/usr/bin/node';
    const env = { TOOLBASE_HOME: '/lab/home' };
    expect(entries).toEqual({
      'claude-code': { type: 'stdio', command, args, env, timeout: 3600000 },
      codex: {
        command,
        args,
        env_vars: ['LAB_KEY'],
        required: true,
        startup_timeout_sec: 60,
        tool_timeout_sec: 3600,
        env,
      },
      opencode: {
        type: 'local',
        command: [command, ...args],
        environment: env,
        enabled: true,
        timeout: 3600000,
      },
      'opencode-2': {
        type: 'local',
        command: [command, ...args],
        environment: env,
        disabled: false,
        timeout: { startup: 60000, request: 3600000 },
      },
      'gemini-cli': { command, args, env: { ...env, LAB_KEY: '$LAB_KEY' }, timeout: 3600000 },
      cursor: { type: 'stdio', command, args, env: { ...env, LAB_KEY: '${env:LAB_KEY}' } },
      vscode: { type: 'stdio', command, args, env: { ...env, LAB_KEY: '${env:LAB_KEY}' } },
      'claude-desktop': { command, args, env },
      antigravity: { command, args, env },
      goose: {
        name: 'toolbase',
        type: 'stdio',
        enabled: true,
        cmd: command,
        args,
        envs: env,
        env_keys: ['LAB_KEY'],
        timeout: 3600,
      },
      zed: { source: 'custom', enabled: true, command, args, env },
      windsurf: { command, args, env: { ...env, LAB_KEY: '${env:LAB_KEY}' } },
    });
  });

  it('lives in the file of its documentation', () => {
    const files = Object.fromEntries(
      ATTACHABLE_IDS.map((id) => [
        id,
        [ATTACHABLES[id].files.project, ATTACHABLES[id].files.user].map((of) => of?.(PLACES)[0]),
      ]),
    );
    expect(files).toEqual({
      'claude-code': ['/lab/.mcp.json', '/home/ada/.claude.json'],
      codex: ['/lab/.codex/config.toml', '/home/ada/.codex/config.toml'],
      opencode: ['/lab/opencode.json', '/home/ada/.config/opencode/opencode.json'],
      'opencode-2': ['/lab/opencode.json', '/home/ada/.config/opencode/opencode.json'],
      'gemini-cli': ['/lab/.gemini/settings.json', '/home/ada/.gemini/settings.json'],
      cursor: ['/lab/.cursor/mcp.json', '/home/ada/.cursor/mcp.json'],
      vscode: ['/lab/.vscode/mcp.json', '/home/ada/.config/Code/User/mcp.json'],
      'claude-desktop': [undefined, '/home/ada/.config/Claude/claude_desktop_config.json'],
      antigravity: ['/lab/.agents/mcp_config.json', '/home/ada/.gemini/config/mcp_config.json'],
      goose: [undefined, '/home/ada/.config/goose/config.yaml'],
      zed: ['/lab/.zed/settings.json', '/home/ada/.config/zed/settings.json'],
      windsurf: [undefined, '/home/ada/.codeium/windsurf/mcp_config.json'],
    });
  });

  it('writes a TOML section that reads back as it was meant, quotes and backslashes included', () => {
    const value = { command: 'C:\\a "b"', args: ['ä', "it's"], env: { A: '1\n2' } };
    const text = tomlText.insert('x = 1\n', ['mcp_servers', 'a-b'], value);
    expect(text.split('\n')[2]).toBe('[mcp_servers.a-b]');
    expect(tomlText.read(text)).toEqual({ x: 1, mcp_servers: { 'a-b': value } });
  });
});
