import path from 'node:path';
import { jsonFile, type Launchable } from '../launch/launchable.ts';
import { opencode } from './attachable.ts';

/** Name of the provider and of its model where none is asked for. */
const OWN = 'toolbase';

/** `opencode run`, against a provider that speaks Chat Completions. Files of the project are not read.
 * @see opencode.ai/docs, "Config" and "CLI" */
export const opencodeLaunch: Launchable = {
  title: opencode.title,
  program: 'opencode',
  npmPackage: 'opencode-ai',
  launch: ({ homeDir, workspace, prompt, modelUrl, apiKey, model = OWN, server }) => {
    const config = path.join(homeDir, 'opencode.json');
    return {
      args: [
        ...['run', '--pure', '--format', 'json', '--model', `${OWN}/${model}`, '--dir', workspace],
        // With a title it asks the model for none.
        ...['--title', OWN, '--auto', prompt],
      ],
      env: {
        XDG_CONFIG_HOME: path.join(homeDir, '.config'),
        XDG_DATA_HOME: path.join(homeDir, '.local', 'share'),
        XDG_STATE_HOME: path.join(homeDir, '.local', 'state'),
        XDG_CACHE_HOME: path.join(homeDir, '.cache'),
        OPENCODE_CONFIG: config,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        OPENCODE_DISABLE_CLAUDE_CODE: '1',
        OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      },
      files: {
        [config]: jsonFile({
          autoupdate: false,
          share: 'disabled',
          model: `${OWN}/${model}`,
          small_model: `${OWN}/${model}`,
          enabled_providers: [OWN],
          provider: { [OWN]: providerOf(modelUrl, apiKey, model) },
          mcp: { [server.name]: opencode.entry(server.launch) },
          permission: { '*': 'allow', webfetch: 'deny', websearch: 'deny' },
        }),
      },
    };
  },
  seenName: (server, exposed) => ({ name: `${server}_${exposed}` }),
  addedArguments: [],
  deferral: () => undefined,
  writeFile: (filePath, content) => ({ name: 'write', arguments: { filePath, content } }),
  shell: (command) => ({ name: 'bash', arguments: { command, description: 'Runs a command' } }),
};

const providerOf = (modelUrl: string, apiKey: string, model: string) => ({
  npm: '@ai-sdk/openai-compatible',
  options: { baseURL: `${modelUrl}/v1`, apiKey },
  models: { [model]: { tool_call: true, limit: { context: 200_000, output: 8192 } } },
});
