import { statSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  EXPOSED_NAME_MAX,
  isSystemError,
  isToolbaseError,
  parseWith,
  type ToolkitName,
} from '../../../kernel/index.ts';
import {
  type EnvironmentDeclaration,
  freezeEnvironment,
  ToolkitSource,
  type UpstreamTool,
} from '../../../manifest/index.ts';
import type { Installers } from '../../../store/io/index.ts';
import type { InitFile } from '../../init.ts';
import { launchOf } from '../../wrap/launch-command.ts';
import {
  type PlaceKind,
  portableArguments,
  type ServerInputs,
  serverVariables,
} from '../../wrap/server-inputs.ts';
import { splitCommand } from '../../wrap/split-command.ts';
import { wrapTools, type WrappedTool } from '../../wrap/wrap-tools.ts';
import {
  type ServerWords,
  wrappedFiles,
  type WrappedServer,
  wrappedSource,
} from '../../wrap/wrapped-source.ts';
import { type InitResult, toolkitNameFor } from '../init.ts';
import type { StagedServer } from '../pack.ts';
import { refuseInTheWay, writeNewFiles } from '../write-new-files.ts';
import { pinServer } from './pin-server.ts';
import { makeFolder } from '../../../kernel/io/index.ts';

export type WrapRequest = {
  readonly dir: string;
  readonly name?: string | undefined;
  /** The command line that starts the server; split into words without a shell. */
  readonly command: string;
  /** `NAME`: a setting; `NAME=text`: as it is. */
  readonly env: readonly string[];
  /** Tools to leave out, by the server's own names. */
  readonly omit: readonly string[];
};

export type WrapCollaborators = {
  readonly installers: Installers;
  /** Starts the server as it will be installed, and lists its tools.
   * @param values of its settings on this machine, by name */
  readonly describe: (
    server: StagedServer,
    values: Readonly<Record<string, string>>,
  ) => Promise<{ readonly tools: readonly UpstreamTool[]; readonly about: ServerWords }>;
  /** Variables of this process. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Absolute folder that relative files of the command are in. */
  readonly cwd: string;
};

export type WrapResult = InitResult & {
  readonly origin: string;
  readonly operations: readonly WrappedTool[];
  readonly omitted: readonly string[];
  readonly notes: readonly string[];
};

const VERSION = '0.1.0';

/** Makes a toolkit of an existing stdio MCP server: pins what it is made of, starts that, lists its tools, and writes a
 * toolkit that `pack` takes. Writes all its files or none.
 * @throws ToolbaseError USAGE, UNSUPPORTED, NOT_FOUND, ALREADY_EXISTS, BAD_NAME, BAD_SCHEMA naming the tools that cannot be
 * served, ENVIRONMENT_FAILED, EXTERNAL_MISSING, HOST_FAILED, HOST_TIMEOUT, NOT_WRITABLE */
export async function initFromMcp(request: WrapRequest, with_: WrapCollaborators): Promise<WrapResult> {
  const dir = path.resolve(request.dir);
  const name = toolkitNameFor(dir, request.name);
  const launch = launchOf(splitCommand(request.command));
  await refuseInTheWay(dir, ['package.json', 'toolkit.yaml', 'server']);
  const inputs = inputsOf(launch.args, request.env, with_);
  const pinned = await pinServer(launch, with_.cwd, with_.installers);
  const { tools, server } = await describedServer({ name, pinned, inputs, about: {} }, with_.describe);
  const wrapped = wrapTools(tools, request.omit, longestName(name));
  const files = wrappedFiles(server, wrapped, VERSION);
  const written = await writeNewFiles(dir, files);
  return {
    dir,
    kind: 'mcp',
    name,
    ...written,
    origin: pinned.origin,
    operations: wrapped.tools,
    omitted: wrapped.omitted,
    notes: [...pinned.notes, ...inputs.notes, ...instructionsNote(server.about)],
  };
}

const instructionsNote = ({ instructions = '' }: ServerWords): string[] =>
  instructions.trim() === ''
    ? []
    : [
        `its instructions, ${instructions.length} characters, would be told to every model: read them in toolkit.yaml`,
      ];

/** Room for an operation behind the prefix that a loadout gives the toolkit by default. */
const longestName = (name: ToolkitName): number =>
  Math.max(
    20,
    EXPOSED_NAME_MAX - name.replace(/^@[^/]*\//, '').replace(/[^a-z0-9]/g, '').length - '__'.length,
  );

function inputsOf(
  args: readonly string[],
  env: readonly string[],
  { cwd, variables }: WrapCollaborators,
): ServerInputs {
  const absolute = (file: string): string => path.resolve(cwd, file);
  const given = portableArguments(args, (file) => kindOf(absolute(file)), absolute);
  const mapped = serverVariables(env, variables);
  return {
    args: given.args,
    env: mapped.env,
    settings: { ...given.settings, ...mapped.settings },
    values: { ...given.values, ...mapped.values },
    notes: [...given.notes, ...mapped.notes],
  };
}

function kindOf(file: string): PlaceKind {
  try {
    const found = statSync(file);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : undefined;
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) return undefined;
    throw cause;
  }
}

/** Greets the server by a handshake, and one that takes none as one of the revision 2026-07-28. */
async function describedServer(
  server: WrappedServer,
  describe: WrapCollaborators['describe'],
): Promise<{ readonly tools: readonly UpstreamTool[]; readonly server: WrappedServer }> {
  try {
    const { tools, about } = await describeStaged(server, describe);
    return { tools, server: { ...server, about } };
  } catch (thrown) {
    if (!isToolbaseError(thrown) || thrown.code !== 'UNSUPPORTED' || server.era === 'modern') throw thrown;
    return describedServer({ ...server, era: 'modern' }, describe);
  }
}

async function describeStaged(
  server: WrappedServer,
  describe: WrapCollaborators['describe'],
): ReturnType<WrapCollaborators['describe']> {
  const { name, pinned, inputs } = server;
  const source = parseWith(ToolkitSource, wrappedSource(server), 'the toolkit', 'BAD_MANIFEST');
  const { host } = source;
  if (host.kind !== 'mcp') throw new Error('a wrapped server has an mcp host');
  const declaredEnvironments = frozenEnvironments(source, pinned.files);
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'toolbase-init-')));
  try {
    for (const { path: at, text } of pinned.files) {
      await makeFolder(path.dirname(path.join(folder, at)));
      await writeFile(path.join(folder, at), text);
    }
    return await describe({ name, folder, host, source, declaredEnvironments }, inputs.values);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const frozenEnvironments = (
  source: ToolkitSource,
  files: readonly InitFile[],
): Record<string, EnvironmentDeclaration> =>
  Object.fromEntries(
    Object.entries(source.environments).map(([name, environment]) => [
      name,
      freezeEnvironment(
        environment,
        (wanted) => files.find((file) => file.path === wanted)?.text,
        `the environment ${name}`,
      ),
    ]),
  );
