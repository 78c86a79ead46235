import path from 'node:path';
import { jsonFile, type Launchable } from '../launch/launchable.ts';
import { geminiCli } from './attachable.ts';

const MODEL = 'gemini-2.5-pro';

/** `gemini -p`. @see github.com/google-gemini/gemini-cli, docs/reference/configuration.md */
export const geminiCliLaunch: Launchable = {
  title: geminiCli.title,
  program: 'gemini',
  npmPackage: '@google/gemini-cli',
  launch: ({ homeDir, prompt, modelUrl, apiKey, model = MODEL, server }) => ({
    args: [...['-p', prompt, '-o', 'stream-json', '--approval-mode', 'yolo', '--skip-trust', '-m', model]],
    env: {
      GEMINI_API_KEY: apiKey,
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_TELEMETRY_ENABLED: 'false',
      // As one process: its parent would pass on no signal.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    files: {
      [path.join(homeDir, '.gemini', 'settings.json')]: jsonFile({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        model: { name: model, skipNextSpeakerCheck: true },
        tools: { exclude: ['web_fetch', 'google_web_search'] },
        ide: { enabled: false },
        mcpServers: { [server.name]: geminiCli.entry(server.launch) },
      }),
    },
  }),
  seenName: (server, exposed) => ({ name: `mcp_${server}_${exposed}` }),
  // It keeps this argument for itself; the server never gets it.
  addedArguments: ['wait_for_previous'],
  deferral: () => undefined,
  writeFile: (file_path, content) => ({ name: 'write_file', arguments: { file_path, content } }),
  shell: (command) => ({ name: 'run_shell_command', arguments: { command } }),
};
