import { expect, test } from 'vitest';
import { renderExport } from '../../../src/cli/render/export-report.ts';
import { Digest } from '../../../src/kernel/index.ts';

const interfaceDigest = Digest.parse(`sha256:${'a'.repeat(64)}`);
const base = {
  interfaceDigest,
  toolkits: 1,
  operations: 1,
  thin: false,
  environments: [],
  variables: [],
  warnings: [],
} as const;

test('one of each is told in the singular, and a file with a blank as a shell takes it', () => {
  expect(
    renderExport({ ...base, format: 'loadout', file: 'out/my decays.tgz', sizeBytes: 2000 }).split('\n'),
  ).toEqual([
    'out/my decays.tgz written: 1 operation of 1 toolkit, 2.0 kB',
    'interface',
    `  ${interfaceDigest}`,
    '',
    'Where it is needed:',
    "  toolbase import 'my decays.tgz'",
    '',
  ]);
  const plugin = renderExport({
    ...base,
    format: 'claude-plugin',
    file: 'my plugin',
    toolkits: 2,
    operations: 3,
  });
  expect(plugin).toContain('my plugin written: 3 operations of 2 toolkits');
  expect(plugin).toContain("  claude --plugin-dir 'my plugin'\n");
});

test('what is not in it and what must be set fit 80 columns', () => {
  const lines = renderExport({
    ...base,
    format: 'mcpb',
    file: 'x.mcpb',
    environments: ['@lab/spectra: server (python)'],
    variables: ['TOOLBASE_SETTING_LAB_GRID__API_KEY', 'TOOLBASE_SETTING_LAB_GRID__N_THREADS'],
    warnings: ['the registry local is of this machine only, so that nobody else can check or update it'],
  }).split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(
    'not in it: the packages of environment @lab/spectra: server (python); they come from a package index, or a folder must be set: TOOLBASE_SETTING_LAB_GRID__API_KEY, TOOLBASE_SETTING_LAB_GRID__N_THREADS',
  );
});
