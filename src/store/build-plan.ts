import path from 'node:path';
import type { PinnedEnvironment } from '../manifest/index.ts';
import type { BuildStage } from './environment.ts';

/** A program to run, as an argument vector. */
export interface BuildStep {
  readonly stage: BuildStage;
  readonly command: string;
  readonly args: readonly string[];
  /** Exit statuses that mean success. */
  readonly success: readonly number[];
}

/** What installs Python packages: uv, the interpreter's own pip, or the pip in a wheel that it carries. */
export type PythonInstaller =
  | { readonly kind: 'uv'; readonly command: string }
  | { readonly kind: 'pip' }
  | { readonly kind: 'wheel'; readonly file: string };

export interface BuildTools {
  /** Interpreter that the environment is made of, and what installs into it. */
  readonly python?: { readonly executable: string; readonly installer: PythonInstaller };
  readonly npm?: string;
}

/** Python of a Python environment. */
export const pythonOf = (root: string): string => path.join(root, 'bin', 'python');

/** The programs that make an environment, in order. None runs code of the packages: wheels and scripts-off only.
 * @param folder absolute; holds the installer's files, and `root` after the first step */
export function buildPlan(pinned: PinnedEnvironment, folder: string, tools: BuildTools): BuildStep[] {
  const root = path.join(folder, 'root');
  if (pinned.kind === 'npm') return [npmStep(tools.npm ?? 'npm')];
  if (tools.python === undefined) throw new Error('a Python environment needs an interpreter');
  const { executable, installer } = tools.python;
  const create = ['-I', '-m', 'venv', '--without-pip', root];
  return [
    { stage: 'create', command: executable, args: create, success: [0] },
    ...(pinned.requirements.length === 0
      ? []
      : [pythonInstall(installer, executable, root, path.join(folder, 'requirements.txt'))]),
    // Bytecode that Python never checks against its source, so that a run writes nothing. Without -S the packages'
    // .pth files would run. Status 1: some file is no Python of this version, as templates and old tests are.
    {
      stage: 'compile',
      command: executable,
      args: [
        ...['-I', '-S', '-m', 'compileall', '-q', '-q', '--invalidation-mode', 'unchecked-hash'],
        path.join(root, 'lib'),
      ],
      success: [0, 1],
    },
  ];
}

/** Hashes only, wheels only: a source distribution would run its own code to be built. */
function pythonInstall(
  installer: PythonInstaller,
  executable: string,
  root: string,
  file: string,
): BuildStep {
  const python = pythonOf(root);
  const pip = ['install', '--require-hashes', '--only-binary=:all:', '--no-input', '--no-compile'];
  const quiet = ['--disable-pip-version-check', '--no-warn-script-location', '--progress-bar=off'];
  const common = { stage: 'install', success: [0] } as const;
  switch (installer.kind) {
    case 'uv': {
      const options = [
        '--require-hashes',
        '--only-binary=:all:',
        '--link-mode=copy',
        '--no-python-downloads',
      ];
      const args = ['pip', 'install', '--python', python, ...options, '--no-progress', '-r', file];
      return { ...common, command: installer.command, args };
    }
    case 'pip': {
      const args = ['-I', '-m', 'pip', '--python', python, ...pip, ...quiet, '-r', file];
      return { ...common, command: executable, args };
    }
    case 'wheel': {
      const args = ['-I', path.join(installer.file, 'pip'), ...pip, ...quiet, '-r', file];
      return { ...common, command: python, args };
    }
  }
}

const npmStep = (command: string): BuildStep => ({
  stage: 'install',
  command,
  args: [
    ...['ci', '--ignore-scripts', '--omit=dev', '--include=optional', '--include=peer'],
    ...['--install-strategy=hoisted', '--no-audit', '--no-fund', '--no-progress', '--no-update-notifier'],
  ],
  success: [0],
});
