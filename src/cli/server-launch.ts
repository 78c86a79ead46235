import path from 'node:path';
import { type AttachScope, ATTACHABLES, type AttachableId, type ServerLaunch } from '../harness/index.ts';
import { readInstalledManifest } from '../host/io/index.ts';
import { ToolbaseError } from '../kernel/index.ts';
import { type Lock, toolkitsOf } from '../lockfile/index.ts';
import { type MachineLayers, resolveSettings } from '../machine/index.ts';
import type { Store } from '../store/io/index.ts';
import { SERVE_COMMAND } from './program.ts';

/** Agent programs that clear the environment would have the server look into another home. */
const HOME_VARIABLES = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'] as const;

interface LaunchRequest {
  readonly harness: AttachableId;
  readonly scope: AttachScope;
  /** Absolute. */
  readonly lockFile: string;
  readonly projectDir: string;
  /** Absolute, when given. */
  readonly workspace: string | undefined;
}

/** How an agent program is to start `serve`: nothing relative, and each variable that the toolkits need by name.
 * @throws ToolbaseError USAGE when it is not known which folder operations may write */
export async function serverLaunch(
  request: LaunchRequest,
  lock: Lock,
  store: Store,
  layers: MachineLayers,
): Promise<ServerLaunch> {
  const workspace = workspaceOf(request);
  return {
    command: SERVE_COMMAND.command,
    args: [
      ...SERVE_COMMAND.args,
      'serve',
      request.lockFile,
      ...(workspace === undefined ? [] : ['--workspace', workspace]),
    ],
    variables: homeVariables(layers.environment),
    passed: await neededVariables(lock, store, layers),
  };
}

function workspaceOf({ harness, scope, workspace, projectDir }: LaunchRequest): string | undefined {
  if (workspace !== undefined) return workspace;
  if (scope === 'project') return projectDir;
  if (ATTACHABLES[harness].startsInProject) return undefined;
  throw new ToolbaseError('USAGE', `${ATTACHABLES[harness].title} starts servers in no folder of yours`, {
    hint: 'Say with --workspace <dir> which folder operations may read and write.',
  });
}

function homeVariables(env: MachineLayers['environment']): Record<string, string> {
  const own = env['TOOLBASE_HOME'];
  if (own !== undefined && path.isAbsolute(own)) return { TOOLBASE_HOME: own };
  return Object.fromEntries(
    HOME_VARIABLES.flatMap((name) => {
      const value = env[name];
      return value !== undefined && path.isAbsolute(value) ? [[name, value]] : [];
    }),
  );
}

/** Variables that settings of the toolkits are read from, secrets and others. */
async function neededVariables(lock: Lock, store: Store, layers: MachineLayers): Promise<string[]> {
  const names = new Set<string>();
  for (const { treeDigest } of Object.values(toolkitsOf(lock))) {
    const manifest = await readInstalledManifest(store.pathOf(treeDigest));
    const { settings, externals } = resolveSettings(manifest, layers);
    for (const { secret } of settings) if (secret?.kind === 'env') names.add(secret.variable);
    for (const { origin } of [...settings, ...externals])
      if (origin?.layer === 'environment') names.add(origin.source);
  }
  return [...names].sort();
}
