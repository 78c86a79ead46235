import { type MachineNeeds, mustBeSet } from '../archive/index.ts';

/** The entry that most agent programs take in their configuration. */
export type McpServersEntry = {
  mcpServers: { toolbase: { command: string; args: string[]; env?: Record<string, string> } };
};

/** An `mcpServers` entry that serves a lock with this program. Variables that must be given are there by name, empty: an
 * empty one is no value, so that the settings file still counts.
 * @param serve how to start this program   @param paths absolute */
export function mcpServersEntry(
  serve: { readonly command: string; readonly args: readonly string[] },
  paths: { readonly lock: string; readonly workspace: string },
  needs: MachineNeeds,
): McpServersEntry {
  const variables = needs.settings
    .filter(({ declaration }) => mustBeSet(declaration))
    .map(({ variable }) => [variable, ''] as const);
  return {
    mcpServers: {
      toolbase: {
        command: serve.command,
        args: [...serve.args, 'serve', paths.lock, '--workspace', paths.workspace],
        ...(variables.length === 0 ? {} : { env: Object.fromEntries(variables) }),
      },
    },
  };
}
