import { expect, test } from 'vitest';
import { manifestDiffLines } from '../../../src/cli/render/manifest-diff.ts';
import { diffManifests } from '../../../src/lockfile/index.ts';
import { sampleManifest, sampleOperation } from '../../lockfile/sample-manifest.ts';

const schema = (mass: Record<string, unknown>) => ({
  type: 'object',
  properties: { mass_gev: { type: 'number', ...mass } },
  required: ['mass_gev'],
  additionalProperties: false,
});

test('a diff of two versions tells every change, and whether the version step is large enough', () => {
  const before = sampleManifest('grid', {
    operations: [
      sampleOperation('Width', { inputSchema: schema({ minimum: 0, description: 'Mass, GeV' }) }),
      sampleOperation('Mass'),
    ],
    bundles: { all: { title: 'All', operations: ['Width', 'Mass'] } },
  });
  const after = sampleManifest('grid', {
    version: '1.0.1',
    instructions: 'Use GeV.',
    operations: [
      sampleOperation('Width', {
        description: 'Computes Width, in MeV.',
        inputSchema: schema({ minimum: 1, description: 'Mass, in GeV' }),
      }),
      sampleOperation('Phase', { inputSchema: schema({}) }),
    ],
    bundles: { all: { title: 'All', operations: ['Width'] } },
  });
  expect(manifestDiffLines(diffManifests(before, after), 80)).toEqual([
    'grid 1.0.0 -> 1.0.1: a patch step, TOO SMALL: what changed deserves a major step',
    '  Mass  removed (major)',
    '  Phase  added (minor)',
    '    + Computes Phase, in GeV.',
    '    + mass_gev: number, required',
    '  Width  changed (major)',
    '    description reworded (patch)',
    '      | Computes Width, in [-GeV-]{+MeV+}.',
    '    input narrowed, reworded (major)',
    '      /properties/mass_gev description (patch)',
    '        | Mass, {+in +}GeV',
    '      /properties/mass_gev minimum 0 -> 1 (narrows, major)',
    '  bundle all  changed (major)',
    '    operations ["Width","Mass"] -> ["Width"]',
    '  instructions  reworded (patch)',
    '    + Use GeV.',
  ]);
});
