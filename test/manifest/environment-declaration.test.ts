import { expect, test } from 'vitest';
import { sha256 } from '../../src/kernel/index.ts';
import {
  EnvironmentSource,
  freezeEnvironment,
  pinnedEnvironment,
  ToolkitSource,
} from '../../src/manifest/index.ts';

const source = {
  formatVersion: 1,
  kind: 'toolkit',
  title: 't',
  summary: 's',
  host: { kind: 'node', entry: 'a.js' },
};

test('toolkit.yaml declares environments by name, and a mistake in one is named', () => {
  const py = { kind: 'python', requirements: 'requirements.txt', python: '>=3.10' };
  expect(ToolkitSource.parse({ ...source, environments: { py } }).environments).toEqual({ py });
  for (const wrong of [
    { ...py, requirements: '../requirements.txt' },
    { ...py, python: 'latest' },
    { kind: 'npm', lock: 'yarn.lock' },
    { kind: 'conda', lock: 'package-lock.json' },
  ])
    expect(ToolkitSource.safeParse({ ...source, environments: { py: wrong } }).success).toBe(false);
});

const requirements = `six==1.17.0 --hash=sha256:${'4'.repeat(64)}\n`;
const declared = EnvironmentSource.parse({
  kind: 'python',
  requirements: 'py/requirements.txt',
  python: '>=3.10',
});
const read = (text: string) => (path: string) => (path === 'py/requirements.txt' ? text : undefined);

test('packing freezes the digest of the file that pins the packages', () => {
  expect(freezeEnvironment(declared, read(requirements), 'environment py')).toEqual({
    kind: 'python',
    requirements: 'py/requirements.txt',
    python: '>=3.10',
    sha256: sha256(requirements),
  });
});

test('packing refuses a missing file and an unhashed requirement', () => {
  for (const text of [() => undefined, read('six==1.17.0\n')])
    expect(() => freezeEnvironment(declared, text, 'environment py')).toThrow(
      expect.objectContaining({
        code: 'BAD_MANIFEST',
        message: expect.stringContaining('py/requirements.txt') as string,
      }),
    );
});

test('a file other than the frozen one is refused', () => {
  const frozen = freezeEnvironment(declared, read(requirements), 'environment py');
  expect(pinnedEnvironment(frozen, read(requirements), 'py')).toEqual({
    kind: 'python',
    requirements: [{ name: 'six', version: '1.17.0', hashes: ['4'.repeat(64)] }],
  });
  expect(() => pinnedEnvironment(frozen, read(`# more\n${requirements}`), 'py')).toThrow(
    expect.objectContaining({ code: 'BAD_MANIFEST' }),
  );
});
