import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';
import type { Installers } from '../../../store/io/index.ts';
import type { Launch } from '../../wrap/launch-command.ts';
import type { PinnedServer } from '../../wrap/pinned-server.ts';
import { pinNodeFile } from './pin-node-file.ts';
import { pinNpmServer } from './pin-npm-server.ts';
import { pinPythonFile, pinPythonModule, pinPythonPackage } from './pin-python-server.ts';

/** Finds out what a server is made of and pins it by hash. What is not pinned is an external program.
 * @param cwd absolute folder that relative files are in
 * @throws ToolbaseError NOT_FOUND, ENVIRONMENT_FAILED, EXTERNAL_MISSING, BAD_MANIFEST, UNSUPPORTED */
export function pinServer(launch: Launch, cwd: string, installers: Installers): Promise<PinnedServer> {
  const python = (program: string): string => (program.includes('/') ? path.resolve(cwd, program) : program);
  switch (launch.kind) {
    case 'npm':
      return pinNpmServer(launch, installers.run);
    case 'node-file':
      return pinNodeFile(path.resolve(cwd, launch.file), installers.run);
    case 'python-package':
      return pinPythonPackage(launch, cwd, installers);
    case 'python-module':
      return pinPythonModule({ ...launch, python: python(launch.python) }, cwd, installers);
    case 'python-file': {
      const file = path.resolve(cwd, launch.file);
      return pinPythonFile({ ...launch, python: python(launch.python), file }, installers);
    }
    case 'program':
      return external(launch.program, cwd, installers);
  }
}

async function external(program: string, cwd: string, { find }: Installers): Promise<PinnedServer> {
  const command = path.basename(program);
  const name = command
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  if (name === '' || !/^[A-Za-z0-9._+-]{1,64}$/.test(command))
    throw new ToolbaseError('BAD_NAME', `${command} cannot be the name of an external program`);
  const found = await find(command);
  if (found === undefined)
    throw new ToolbaseError('EXTERNAL_MISSING', `${command} is not on PATH`, {
      hint: program.includes('/')
        ? `Put ${path.dirname(path.resolve(cwd, program))} on PATH.`
        : `Install ${command}.`,
    });
  return {
    origin: `program ${command}`,
    files: [],
    command: `\${external.${name}}`,
    args: [],
    external: {
      name,
      declaration: {
        title: command,
        command,
        versionArgs: ['--version'],
        versionPattern: String.raw`(\d+\.\d+(?:\.\d+)?)`,
        versions: '*',
        optional: false,
        install: {},
      },
    },
    notes: [
      `${command} is not pinned: each machine runs the one that it has. Narrow externals/${name}/versions in toolkit.yaml`,
    ],
  };
}
