import { integrityOf, sha256 } from '../../src/kernel/index.ts';
import { decodeLoadout } from '../../src/loadout/index.ts';
import { buildLock, type Lock, type LockSource } from '../../src/lockfile/index.ts';
import { sampleManifest, sampleOperation } from './sample-manifest.ts';

export const sampleLoadout = decodeLoadout(
  `formatVersion: 1
instructions: Give energies in GeV.
toolkits:
  "@lab/widths": {version: "^1", bundles: [two-body]}
  grid: "1.x"
`,
  'loadout.yaml',
);

const skill = {
  name: 'fit-a-width',
  description: 'How to fit.',
  path: 'skills/fit-a-width',
  digest: sha256('skill'),
};

export const sampleSources: LockSource[] = [
  {
    registry: 'local',
    integrity: integrityOf(Buffer.from('widths')),
    treeDigest: sha256('widths'),
    manifest: sampleManifest('@lab/widths', {
      operations: [
        sampleOperation('TwoBodyWidth', { title: 'Two-body width', maxResultBytes: 500 }),
        sampleOperation('ThreeBodyWidth'),
      ],
      bundles: { 'two-body': { title: 'Two-body', operations: ['TwoBodyWidth'] } },
      instructions: 'Masses are pole masses.\n',
      skills: [skill, { ...skill, name: 'cut' }],
      toolkitDependencies: { '@lab/core': '^1' },
    }),
  },
  {
    registry: 'embedded',
    integrity: integrityOf(Buffer.from('grid')),
    treeDigest: sha256('grid'),
    manifest: sampleManifest('grid', { instructions: 'Points are \u2265 1.' }),
  },
  {
    registry: 'local',
    integrity: integrityOf(Buffer.from('core')),
    treeDigest: sha256('core'),
    manifest: sampleManifest('@lab/core', { instructions: 'Never shown.', skills: [skill] }),
  },
];

export const sampleLock = (): Lock => buildLock(sampleLoadout, sampleSources);
