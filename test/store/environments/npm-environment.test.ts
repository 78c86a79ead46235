import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../src/kernel/index.ts';
import { removeFolder } from '../../../src/kernel/io/index.ts';
import type { ToolkitEnvironment } from '../../../src/store/index.ts';
import { openEnvironments } from '../../../src/store/io/index.ts';
import { type NpmPackage, serveNpm } from './local-packages.ts';

let dir: string;
let store: string;
let registry: Awaited<ReturnType<typeof serveNpm>>;
beforeEach(async () => {
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'toolbase-npm-')));
  store = path.join(dir, 'store');
  registry = await serveNpm(packages(path.join(dir, 'ran')));
});
afterEach(async () => {
  registry.close();
  await removeFolder(dir);
});

const packages = (marker: string): NpmPackage[] => [
  {
    manifest: {
      name: 'served',
      version: '1.2.3',
      bin: { served: 'cli.js' },
      dependencies: { half: '^0.5.0' },
      scripts: { preinstall: `touch ${marker}`, install: `touch ${marker}`, postinstall: `touch ${marker}` },
    },
    files: { 'cli.js': "#!/usr/bin/env node\nconsole.log(require('half'));\n" },
  },
  { manifest: { name: 'half', version: '0.5.0' }, files: { 'index.js': 'module.exports = 0.5;\n' } },
  { manifest: { name: 'tester', version: '1.0.0' }, files: { 'index.js': '' } },
];

const opened = () =>
  openEnvironments(store, {
    env: { PATH: process.env['PATH'], HOME: dir, npm_config_registry: registry.url },
  });

function toolkit(
  change: (lock: { packages: Record<string, Record<string, unknown>> }) => void = () => undefined,
) {
  const entry = (name: string, version: string, more: object = {}): Record<string, unknown> => ({
    version,
    resolved: `https://elsewhere.invalid/${name}.tgz`,
    integrity: registry.integrity(name),
    ...more,
  });
  const lock = {
    name: 'theirs',
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { served: '^1.0.0' }, devDependencies: { tester: '1.0.0' } },
      'node_modules/served': entry('served', '1.2.3', {
        bin: { served: 'cli.js' },
        dependencies: { half: '^0.5.0' },
        hasInstallScript: true,
      }),
      'node_modules/half': entry('half', '0.5.0'),
      'node_modules/tester': entry('tester', '1.0.0', { dev: true }),
    },
  };
  change(lock);
  const text = JSON.stringify(lock);
  const treeFolder = path.join(dir, 'toolkit');
  mkdirSync(path.join(treeFolder, 'server'), { recursive: true });
  writeFileSync(path.join(treeFolder, 'server', 'package-lock.json'), text);
  const environment: ToolkitEnvironment = {
    label: 'environment web of toolkit',
    treeFolder,
    declaration: { kind: 'npm', lock: 'server/package-lock.json', sha256: sha256(text) },
  };
  return environment;
}

const inStore = (): string[] => readdirSync(path.join(store, 'v1', 'environments'));

test('an npm environment holds the locked packages, and none of their scripts ran', async () => {
  const environments = opened();
  const declared = toolkit();
  const installed = await environments.ensure(declared);
  expect(installed.python).toBeUndefined();
  expect(
    readdirSync(path.join(installed.root, 'node_modules')).filter((name) => !name.startsWith('.')),
  ).toEqual(['half', 'served']);
  const program = path.join(installed.root, 'node_modules', '.bin', 'served');
  expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toBe('0.5\n');
  expect(existsSync(path.join(dir, 'ran'))).toBe(false);
  await environments.verify(declared);
  expect(await environments.find(declared)).toEqual(installed);
  expect(await environments.ensure(declared)).toEqual(installed);
});

test('a package with another hash is refused and leaves nothing', async () => {
  const wrong = toolkit(({ packages }) => {
    packages['node_modules/half']!['integrity'] = registry.integrity('tester');
  });
  await expect(opened().ensure(wrong)).rejects.toThrow(
    expect.objectContaining({
      code: 'INTEGRITY_MISMATCH',
      message: expect.stringContaining('EINTEGRITY') as string,
    }),
  );
  expect(inStore()).toEqual([]);
});

test('a lock that does not fit its own root is refused', async () => {
  const wrong = toolkit(({ packages }) => {
    packages['']!['dependencies'] = { served: '^2.0.0' };
  });
  await expect(opened().ensure(wrong)).rejects.toThrow(
    expect.objectContaining({ code: 'ENVIRONMENT_FAILED' }),
  );
  expect(inStore()).toEqual([]);
});

test('a lock that names a place outside is refused before npm is run', async () => {
  const wrong = toolkit(({ packages }) => {
    packages['node_modules/../../half'] = packages['node_modules/half']!;
  });
  await expect(opened().ensure(wrong)).rejects.toThrow(expect.objectContaining({ code: 'BAD_MANIFEST' }));
  expect(existsSync(path.join(store, 'v1'))).toBe(false);
});

test('without npm the toolkit that needs it is named', async () => {
  const environments = openEnvironments(store, { env: { PATH: dir } });
  await expect(environments.ensure(toolkit())).rejects.toThrow(
    expect.objectContaining({
      code: 'EXTERNAL_MISSING',
      message: 'environment web of toolkit needs npm, which is not on PATH',
    }),
  );
});
