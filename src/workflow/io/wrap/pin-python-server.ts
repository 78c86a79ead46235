import path from 'node:path';
import { isAbsent, isToolbaseError, ToolbaseError } from '../../../kernel/index.ts';
import { readTextBounded } from '../../../kernel/io/index.ts';
import { type EnvironmentSource, pinnedEnvironment } from '../../../manifest/index.ts';
import type { Installers } from '../../../store/io/index.ts';
import type { Launch, PythonPackageLaunch } from '../../wrap/launch-command.ts';
import { type PinnedServer, SERVER_ENVIRONMENT, SERVER_FOLDER } from '../../wrap/pinned-server.ts';
import { type PinnedPython, pinRequirements, probePython } from './python-requirements.ts';
import { pythonSources } from './python-sources.ts';

type ModuleLaunch = Extract<Launch, { kind: 'python-module' }>;
type FileLaunch = Extract<Launch, { kind: 'python-file' }>;

const REQUIREMENTS = 'server/requirements.txt';
const REQUIREMENTS_MAX_BYTES = 4 * 1024 * 1024;

/** A program of a package of the Python index.
 * @throws ToolbaseError EXTERNAL_MISSING, ENVIRONMENT_FAILED */
export async function pinPythonPackage(
  launch: PythonPackageLaunch,
  cwd: string,
  installers: Installers,
): Promise<PinnedServer> {
  const { release } = await probePython('python3', [], cwd, installers);
  const pinned = await pinRequirements([launch.requirement], 'python3', release, installers);
  return pythonServer(pinned, {
    origin: `Python package ${pinOf(launch.requirement, pinned.text)}`,
    args: [`${SERVER_ENVIRONMENT}/bin/${launch.program}`],
  });
}

/** An installed module, pinned in the version that this interpreter has.
 * @throws ToolbaseError NOT_FOUND, EXTERNAL_MISSING, ENVIRONMENT_FAILED */
export async function pinPythonModule(
  { python, module }: ModuleLaunch,
  cwd: string,
  installers: Installers,
): Promise<PinnedServer> {
  const top = module.split('.')[0] ?? module;
  const { release, modules } = await probePython(python, [top], cwd, installers);
  const [distribution] = modules[top] ?? [];
  if (distribution === undefined)
    throw new ToolbaseError('NOT_FOUND', `no package that is installed for ${python} has the module ${top}`, {
      hint: 'Give the Python of the environment that has it, or uvx and the package.',
    });
  const pinned = await pinRequirements([distribution], python, release, installers);
  return pythonServer(pinned, {
    origin: `Python package ${pinOf(distribution, pinned.text)}`,
    args: ['-m', module],
  });
}

/** A Python file and the modules beside it; packages as `requirements.txt` beside it says, else those that the
 * interpreter has for what it imports.
 * @param launch.file absolute   @throws ToolbaseError NOT_FOUND, EXTERNAL_MISSING, ENVIRONMENT_FAILED */
export async function pinPythonFile(launch: FileLaunch, installers: Installers): Promise<PinnedServer> {
  const { python, file } = launch;
  const folder = path.dirname(file);
  const { files, others } = await pythonSources(file);
  const { release, modules } = await probePython(python, others, folder, installers);
  const listed = await requirementsBeside(folder);
  const start = { origin: `file ${path.basename(file)}`, args: [`${SERVER_FOLDER}/${path.basename(file)}`] };
  if (listed !== undefined && isPinned(listed))
    return pythonServer({ text: listed, python: `>=${release.join('.')}`, notes: [] }, start, files);
  const wanted = listed?.split('\n') ?? Object.values(modules).flatMap((found) => found.slice(0, 1));
  const pinned = await pinRequirements(wanted, python, release, installers);
  const unknown = Object.keys(modules).filter((name) => modules[name]?.length === 0);
  const notes =
    listed !== undefined || unknown.length === 0
      ? pinned.notes
      : [...pinned.notes, `no installed package has what it imports as ${unknown.join(', ')}`];
  return pythonServer({ ...pinned, notes }, start, files);
}

function pythonServer(
  pinned: PinnedPython,
  start: Pick<PinnedServer, 'origin' | 'args'>,
  files: PinnedServer['files'] = [],
): PinnedServer {
  const environment: EnvironmentSource = {
    kind: 'python',
    requirements: REQUIREMENTS,
    python: pinned.python,
  };
  return {
    ...start,
    version: / (\S+)$/.exec(start.origin)?.[1],
    files: [...files, { path: REQUIREMENTS, text: pinned.text }],
    command: SERVER_ENVIRONMENT,
    environment,
    notes: pinned.notes,
  };
}

async function requirementsBeside(folder: string): Promise<string | undefined> {
  try {
    return await readTextBounded(path.join(folder, 'requirements.txt'), REQUIREMENTS_MAX_BYTES);
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

function isPinned(text: string): boolean {
  const source: EnvironmentSource = { kind: 'python', requirements: REQUIREMENTS, python: '>=3.8' };
  try {
    pinnedEnvironment(source, () => text, 'requirements.txt');
    return true;
  } catch (cause) {
    if (isToolbaseError(cause)) return false;
    throw cause;
  }
}

/** `name version`, as the requirements file has it. */
function pinOf(requirement: string, text: string): string {
  const wanted = normal(/^[A-Za-z0-9._-]+/.exec(requirement)?.[0] ?? requirement);
  const found = [...text.matchAll(/^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)/gm)].find(
    ([, name = '']) => normal(name) === wanted,
  );
  return found === undefined ? requirement : `${wanted} ${found[2]}`;
}

/** PEP 503. */
const normal = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');
