import { expect, test } from 'vitest';
import { ToolkitSource } from '../../src/manifest/index.ts';

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
