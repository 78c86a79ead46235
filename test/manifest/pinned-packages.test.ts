import { describe, expect, test } from 'vitest';
import { parsePackageLock } from '../../src/manifest/pinned-packages.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const locked = { version: '1.2.3', resolved: 'https://registry.example.invalid/x/-/x-1.2.3.tgz', integrity };
const lockOf = (packages: Record<string, unknown>, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    name: 'theirs',
    version: '9.9.9',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'theirs', license: 'MIT', dependencies: { x: '^1' }, devDependencies: { y: '~2' } },
      ...packages,
    },
    ...more,
  });

test('npm is given the checked fields only, and no address', () => {
  const text = lockOf({
    'node_modules/x': {
      ...locked,
      license: 'MIT',
      hasInstallScript: true,
      bin: { x: './bin/x.js' },
      dependencies: { z: 'npm:@s/zz@1.x || 2', tagged: 'latest' },
      os: ['linux', '!win32'],
      peerDependenciesMeta: { z: { optional: true } },
    },
    'node_modules/x/node_modules/@s/zz': { ...locked, name: '@s/zz', optional: true },
  });
  const { packageJson, packageLock } = parsePackageLock(
    text,
    JSON.stringify({
      name: 'theirs',
      scripts: { install: 'rm -rf /' },
      overrides: { x: { z: '2' }, y: '$y' },
    }),
    'package-lock.json',
  );
  const root = {
    name: 'environment',
    version: '0.0.0',
    dependencies: { x: '^1' },
    devDependencies: { y: '~2' },
  };
  expect(JSON.parse(packageJson)).toEqual({ ...root, private: true, overrides: { x: { z: '2' }, y: '$y' } });
  expect(JSON.parse(packageLock)).toEqual({
    name: 'environment',
    version: '0.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': root,
      'node_modules/x': {
        version: '1.2.3',
        integrity,
        dependencies: { z: 'npm:@s/zz@1.x || 2', tagged: 'latest' },
        bin: { x: 'bin/x.js' },
        os: ['linux', '!win32'],
        peerDependenciesMeta: { z: { optional: true } },
      },
      'node_modules/x/node_modules/@s/zz': { version: '1.2.3', integrity, name: '@s/zz', optional: true },
    },
  });
});

describe('is refused, naming the package:', () => {
  const one = (fields: Record<string, unknown>) => lockOf({ 'node_modules/x': { ...locked, ...fields } });
  test.each([
    ['no integrity', one({ integrity: undefined }), '/node_modules~1x/integrity'],
    ['a weak hash', one({ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }), '/node_modules~1x/integrity'],
    ['a choice of hashes', one({ integrity: `${integrity} ${integrity}` }), '/node_modules~1x/integrity'],
    [
      'a tarball by plain http',
      one({ resolved: 'http://registry.example.invalid/x.tgz' }),
      '/node_modules~1x/resolved',
    ],
    [
      'a repository',
      one({ resolved: 'git+ssh://git@example.invalid/x.git#abc' }),
      '/node_modules~1x/resolved',
    ],
    ['a file', one({ resolved: 'file:../x.tgz' }), '/node_modules~1x/resolved'],
    ['a program outside', one({ bin: { x: '../../../x' } }), '/node_modules~1x/bin/x'],
    ['a program of a hidden name', one({ bin: { '../x': 'x' } }), '/node_modules~1x/bin/..~1x'],
    ['a link', one({ link: true }), '/node_modules~1x/link'],
    ['a bundled package', one({ inBundle: true }), '/node_modules~1x/inBundle'],
    ['a range as version', one({ version: '^1.0.0' }), '/node_modules~1x/version'],
    [
      'a dependency on a repository',
      one({ dependencies: { z: 'github:a/b' } }),
      '/node_modules~1x/dependencies/z',
    ],
    [
      'a dependency on a short repository',
      one({ dependencies: { z: 'a/b' } }),
      '/node_modules~1x/dependencies/z',
    ],
    [
      'a dependency on an address',
      one({ optionalDependencies: { z: 'https://example.invalid/z.tgz' } }),
      '/node_modules~1x/optionalDependencies/z',
    ],
    [
      'a dependency on a file beside it',
      one({ dependencies: { z: 'z.tar.gz' } }),
      '/node_modules~1x/dependencies/z',
    ],
    [
      'a peer that is a folder',
      one({ peerDependencies: { z: 'file:../z' } }),
      '/node_modules~1x/peerDependencies/z',
    ],
    [
      'an alias of a repository',
      one({ dependencies: { z: 'npm:a@github:a/b' } }),
      '/node_modules~1x/dependencies/z',
    ],
    ['a place outside', lockOf({ 'node_modules/../../x': locked }), '/node_modules~1..~1..~1x'],
    ['a hidden place', lockOf({ 'node_modules/.bin': locked }), '/node_modules~1.bin'],
    ['a workspace', lockOf({ 'packages/x': locked }), '/packages~1x'],
    ['an absolute place', lockOf({ '/node_modules/x': locked }), '/~1node_modules~1x'],
    ['an old lock', lockOf({}, { lockfileVersion: 2 }), '/lockfileVersion'],
    ['workspaces', lockOf({ '': { workspaces: ['packages/*'] } }), '/packages//workspaces'],
    [
      'a root that needs a folder',
      lockOf({ '': { dependencies: { x: 'file:x' } } }),
      '/packages//dependencies/x',
    ],
    ['no root', JSON.stringify({ lockfileVersion: 3, packages: {} }), '/packages/'],
    ['the first lock format', JSON.stringify({ lockfileVersion: 1, dependencies: {} }), '/lockfileVersion'],
  ])('%s', (_what, text, where) => {
    expect(() => parsePackageLock(text, undefined, 'package-lock.json')).toThrow(
      expect.objectContaining({
        code: 'BAD_MANIFEST',
        message: expect.stringContaining(`${where}: `) as string,
      }),
    );
  });

  test('overrides that name an address', () => {
    const manifest = JSON.stringify({ overrides: { a: { b: 'git+https://example.invalid/b' } } });
    expect(() => parsePackageLock(lockOf({}), manifest, 'package-lock.json')).toThrow(
      expect.objectContaining({ code: 'BAD_MANIFEST' }),
    );
  });
});
