import { describe, expect, test } from 'vitest';
import type { PinnedEnvironment } from '../../../src/manifest/index.ts';
import { buildPlan, type PythonInstaller } from '../../../src/store/build-plan.ts';

const six = { name: 'six', version: '1.17.0', hashes: ['4'.repeat(64)] };
const python: PinnedEnvironment = { kind: 'python', requirements: [six] };
const commandLines = (pinned: PinnedEnvironment, installer: PythonInstaller): string[] =>
  buildPlan(pinned, '/s/f', { python: { executable: '/usr/bin/python3.11', installer } }).map(
    ({ command, args }) => [command, ...args].join(' '),
  );

const CREATE = '/usr/bin/python3.11 -I -m venv --without-pip /s/f/root';
const COMPILE =
  '/usr/bin/python3.11 -I -S -m compileall -q -q --invalidation-mode unchecked-hash /s/f/root/lib';

describe('the programs that build a Python environment', () => {
  test('with uv', () => {
    expect(commandLines(python, { kind: 'uv', command: '/bin/uv' })).toEqual([
      CREATE,
      '/bin/uv pip install --python /s/f/root/bin/python --require-hashes --only-binary=:all: --link-mode=copy --no-python-downloads --no-progress -r /s/f/requirements.txt',
      COMPILE,
    ]);
  });

  test('with the pip of the interpreter', () => {
    expect(commandLines(python, { kind: 'pip' })).toEqual([
      CREATE,
      '/usr/bin/python3.11 -I -m pip --python /s/f/root/bin/python install --require-hashes --only-binary=:all: --no-input --no-compile --disable-pip-version-check --no-warn-script-location --progress-bar=off -r /s/f/requirements.txt',
      COMPILE,
    ]);
  });

  test('with a wheel of pip', () => {
    expect(commandLines(python, { kind: 'wheel', file: '/w/pip-23.whl' })[1]).toBe(
      '/s/f/root/bin/python -I /w/pip-23.whl/pip install --require-hashes --only-binary=:all: --no-input --no-compile --disable-pip-version-check --no-warn-script-location --progress-bar=off -r /s/f/requirements.txt',
    );
  });

  test('without packages nothing is installed', () => {
    expect(commandLines({ kind: 'python', requirements: [] }, { kind: 'pip' })).toEqual([CREATE, COMPILE]);
  });
});

test('an npm environment is installed from its lock, with scripts off', () => {
  const project = { packageJson: '{}', packageLock: '{}' };
  expect(buildPlan({ kind: 'npm', project }, '/s/f', { npm: '/bin/npm' })).toEqual([
    {
      stage: 'install',
      command: '/bin/npm',
      args: [
        'ci',
        '--ignore-scripts',
        '--omit=dev',
        '--include=optional',
        '--include=peer',
        '--install-strategy=hoisted',
        '--no-audit',
        '--no-fund',
        '--no-progress',
        '--no-update-notifier',
      ],
      success: [0],
    },
  ]);
});
