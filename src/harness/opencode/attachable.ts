import path from 'node:path';
import type { Json } from '../../kernel/index.ts';
import { type Attachable, CALL_TIMEOUT_MS, envEntry, START_TIMEOUT_MS } from '../attach/attachable.ts';

const common = {
  format: 'json',
  files: {
    project: ({ projectDir }) => [
      path.join(projectDir, 'opencode.json'),
      path.join(projectDir, 'opencode.jsonc'),
    ],
    user: ({ configDir }) => [
      path.join(configDir, 'opencode', 'opencode.json'),
      path.join(configDir, 'opencode', 'opencode.jsonc'),
    ],
  },
  skills: {
    project: ({ projectDir }) => path.join(projectDir, '.opencode', 'skills'),
    user: ({ configDir }) => path.join(configDir, 'opencode', 'skills'),
  },
  startsInProject: true,
  expands: /\{(?:env|file):/,
  afterwards: 'Start it anew.',
} as const satisfies Partial<Attachable>;

/** OpenCode 1 hands its whole environment to a server; a call ends after `timeout` milliseconds without progress.
 * @see opencode.ai/docs/mcp-servers */
export const opencode: Attachable = {
  ...common,
  title: 'OpenCode 1',
  serversAt: ['mcp'],
  entry: ({ command, args, variables }) => ({
    type: 'local',
    command: [command, ...args],
    ...envEntry('environment', variables),
    enabled: true,
    timeout: CALL_TIMEOUT_MS,
  }),
  refuses: (document) =>
    shapeOf(document) === 2 ? 'it has the shape of OpenCode 2: attach opencode-2' : undefined,
};

/** OpenCode 2 keeps servers one level deeper, and bounds start and calls apart. */
export const opencode2: Attachable = {
  ...common,
  title: 'OpenCode 2',
  serversAt: ['mcp', 'servers'],
  entry: ({ command, args, variables }) => ({
    type: 'local',
    command: [command, ...args],
    ...envEntry('environment', variables),
    disabled: false,
    timeout: { startup: START_TIMEOUT_MS, request: CALL_TIMEOUT_MS },
  }),
  refuses: (document) =>
    shapeOf(document) === 1 ? 'it has the shape of OpenCode 1: attach opencode' : undefined,
};

/** Told apart by what stands under `mcp`: servers, or the one key `servers` over them. */
function shapeOf(document: Json): 1 | 2 | undefined {
  const mcp = isRecord(document) ? document['mcp'] : undefined;
  if (!isRecord(mcp) || Object.keys(mcp).length === 0) return undefined;
  const { servers } = mcp;
  return isRecord(servers) && !('type' in servers) ? 2 : 1;
}

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
