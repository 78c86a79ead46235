import { expect, it } from 'vitest';
import { diffManifests } from '../../../src/lockfile/index.ts';
import { manifestDiffLines } from '../../../src/cli/render/manifest-diff.ts';
import { sampleManifest, sampleOperation } from '../../lockfile/sample-manifest.ts';

it('a diff of two versions tells every change of every operation, and what step it deserves', () => {
  const schema = (mass: Record<string, unknown>) => ({
    type: 'object',
    properties: { mass_gev: { type: 'number', ...mass } },
    required: ['mass_gev'],
    additionalProperties: false,
  });
  const before = sampleManifest('grid', {
    operations: [
      sampleOperation('Width', { inputSchema: schema({ minimum: 0, description: 'Mass, GeV' }) }),
      sampleOperation('Mass'),
    ],
  });
  const after = sampleManifest('grid', {
    version: '1.0.1',
    instructions: 'Use GeV.',
    operations: [
      sampleOperation('Width', {
        description: 'New words.',
        inputSchema: schema({ minimum: 1, description: 'Mass, in GeV' }),
      }),
      sampleOperation('Phase'),
    ],
  });
  expect(manifestDiffLines(diffManifests(before, after))).toEqual([
    'grid 1.0.0 -> 1.0.1: a patch step, and what changed deserves a major',
    '  Mass  removed (major)',
    '  Phase  added (minor)',
    '  Width  changed (major)',
    '    description reworded (patch)',
    '      - Computes Width, in GeV.',
    '      + New words.',
    '    input narrowed (major)',
    '      /properties/mass_gev description reworded',
    '        - Mass, GeV',
    '        + Mass, in GeV',
    '      /properties/mass_gev minimum: 0 -> 1 (narrows)',
    '  instructions  reworded (patch)',
    '    + Use GeV.',
  ]);
});
