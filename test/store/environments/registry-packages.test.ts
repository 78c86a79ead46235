import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, type TestContext } from 'vitest';
import { isToolbaseError } from '../../../src/kernel/index.ts';
import { removeFolder } from '../../../src/kernel/io/index.ts';
import { EnvironmentSource, freezeEnvironment } from '../../../src/manifest/index.ts';
import type { InstalledEnvironment } from '../../../src/store/index.ts';
import { openEnvironments } from '../../../src/store/io/index.ts';
import { needsExternal } from '../../external.ts';
import { realPython } from './local-packages.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'toolbase-registry-')));
});
afterEach(() => removeFolder(dir));

/** Installs from the public index, or skips when it cannot be reached. */
async function installed(
  context: TestContext,
  source: object,
  files: Record<string, string>,
): Promise<InstalledEnvironment> {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
  const declaration = freezeEnvironment(
    EnvironmentSource.parse(source),
    (name) => files[name],
    'environment',
  );
  mkdirSync(path.join(dir, 'store'));
  const environments = openEnvironments(path.join(dir, 'store'), { env: process.env });
  try {
    const found = await environments.ensure({ label: 'environment', treeFolder: dir, declaration });
    await environments.verify({ label: 'environment', treeFolder: dir, declaration });
    return found;
  } catch (fault) {
    needsExternal(
      context,
      'the package index',
      !isToolbaseError(fault) || fault.code !== 'ENVIRONMENT_FAILED',
    );
    throw fault;
  }
}

test('a package of the Python index is installed by its published hash', async (context) => {
  needsExternal(context, 'python3 with venv and pip', realPython() !== undefined);
  // As the index publishes six 1.17.0.
  const requirements =
    'six==1.17.0 --hash=sha256:4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274\n';
  const source = { kind: 'python', requirements: 'requirements.txt', python: '>=3.8' };
  const { python } = await installed(context, source, { 'requirements.txt': requirements });
  const version = execFileSync(python!, ['-c', 'import six; print(six.__version__)'], { encoding: 'utf8' });
  expect(version).toBe('1.17.0\n');
});

test('a package of the npm registry is installed by its published hash', async (context) => {
  // As the registry publishes is-number 7.0.0.
  const integrity =
    'sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==';
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { 'is-number': '^7.0.0' } },
      'node_modules/is-number': { version: '7.0.0', integrity },
    },
  };
  const source = { kind: 'npm', lock: 'package-lock.json' };
  const { root } = await installed(context, source, { 'package-lock.json': JSON.stringify(lock) });
  const program = `console.log(require('${root}/node_modules/is-number')('5e3'))`;
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('true\n');
});
