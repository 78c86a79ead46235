import path from 'node:path';
import { stringify } from '@decimalturn/toml-patch';
import { type Launchable, shellWord } from '../launch/launchable.ts';
import { codex } from './attachable.ts';

/** A name that its catalogue does not have: models that it knows get tools by search or through code. */
const UNKNOWN_MODEL = 'toolbase';

/** Each of these looks for something on the network, or puts tools before the model that have no use here. */
const FEATURES_OFF = [
  'plugins',
  'apps',
  'remote_plugin',
  'multi_agent',
  'goals',
  'view_image',
  'tool_suggest',
  'skill_search',
  'image_generation',
  'sleep_tool',
  'skill_mcp_dependency_install',
];

/** `codex exec`. It keeps no limit of turns: whoever starts it bounds it.
 * @see developers.openai.com/codex, "Configuration reference" */
export const codexLaunch: Launchable = {
  title: codex.title,
  program: 'codex',
  npmPackage: '@openai/codex',
  launch: ({ homeDir, workspace, prompt, modelUrl, apiKey, model, server, tools }) => {
    const codexHome = path.join(homeDir, '.codex');
    const named = model ?? (tools === 'direct' ? UNKNOWN_MODEL : undefined);
    return {
      args: [
        ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
        ...['-C', workspace, prompt],
      ],
      env: { CODEX_HOME: codexHome, TOOLBASE_MODEL_KEY: apiKey },
      files: {
        [path.join(codexHome, 'config.toml')]: stringify({
          ...(named === undefined ? {} : { model: named }),
          model_provider: 'toolbase',
          approval_policy: 'never',
          sandbox_mode: 'danger-full-access',
          web_search: 'disabled',
          check_for_update_on_startup: false,
          analytics: { enabled: false },
          feedback: { enabled: false },
          features: Object.fromEntries(FEATURES_OFF.map((name) => [name, false])),
          model_providers: { toolbase: providerOf(modelUrl) },
          mcp_servers: { [server.name]: codex.entry(server.launch) },
        }),
      },
    };
  },
  seenName: (server, exposed) => ({ namespace: `mcp__${server}`, name: exposed }),
  addedArguments: [],
  deferral: ({ tools }) => {
    if (tools.some(({ name, namespace }) => name === 'exec' && namespace === 'functions')) return 'code mode';
    return tools.some(({ name }) => name === 'tool_search') ? 'tool search' : undefined;
  },
  writeFile: (file, text) => ({
    name: 'exec_command',
    arguments: { cmd: `printf %s ${shellWord(text)} > ${shellWord(file)}` },
  }),
  shell: (cmd) => ({ name: 'exec_command', arguments: { cmd } }),
};

const providerOf = (modelUrl: string) => ({
  name: 'toolbase',
  base_url: `${modelUrl}/v1`,
  env_key: 'TOOLBASE_MODEL_KEY',
  wire_api: 'responses',
  request_max_retries: 2,
  stream_max_retries: 2,
  supports_websockets: false,
});
