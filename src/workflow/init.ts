import type { ToolkitName } from '../kernel/index.ts';

export type InitFile = { readonly path: string; readonly text: string };

/** The nearest toolkit name to a folder's: other characters become a dash. */
export const nearestToolkitName = (folderName: string): string =>
  folderName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100) || 'my-toolkit';

/** The files of a new toolkit: small, typed, and ready to be packed. */
export const initFiles = (name: ToolkitName): readonly InitFile[] => [
  { path: 'package.json', text: packageJson(name) },
  { path: 'toolkit.yaml', text: TOOLKIT_YAML },
  { path: 'src/toolkit.ts', text: TOOLKIT_TS },
  { path: 'README.md', text: readme(name) },
  { path: '.gitignore', text: 'node_modules/\n*.tgz\n.env*\n' },
];

const packageJson = (name: ToolkitName): string =>
  `${JSON.stringify(
    {
      name,
      version: '0.1.0',
      description: 'Kinematics of two-body decays',
      type: 'module',
      keywords: ['toolbase-toolkit'],
      toolbase: { kind: 'toolkit' },
    },
    undefined,
    2,
  )}\n`;

const TOOLKIT_YAML = `formatVersion: 1
kind: toolkit
title: Two-body kinematics
summary: Momenta and energies of the daughters in two-body decays.
# Told to the model with the list of operations; at most 2000 characters.
instructions: All masses, momenta and energies are in GeV, in the rest frame of the parent.
host:
  kind: node
  entry: src/toolkit.ts
# Groups of operations that a loadout can take by name.
bundles:
  kinematics:
    title: Kinematics
    operations: [TwoBodyMomentum]
`;

const TOOLKIT_TS = `import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';

/** Källén's triangle function. */
const kallen = (a: number, b: number, c: number): number => a * a + b * b + c * c - 2 * (a * b + b * c + c * a);

const twoBodyMomentum = defineOperation({
  name: 'TwoBodyMomentum',
  title: 'Momentum in a two-body decay',
  // The first words count most: some clients cut long descriptions.
  description:
    'Momentum and energies of the two daughters of a particle that decays at rest. ' +
    'Below threshold open is false and the momentum is 0.',
  input: z.object({
    parentMassGeV: z.number().min(1e-9).describe('Mass of the decaying particle in GeV'),
    firstMassGeV: z.number().min(0).describe('Mass of the first daughter in GeV'),
    secondMassGeV: z.number().min(0).default(0).describe('Mass of the second daughter in GeV'),
  }),
  output: z.object({
    open: z.boolean(),
    momentumGeV: z.number().min(0),
    firstEnergyGeV: z.number().min(0),
    secondEnergyGeV: z.number().min(0),
  }),
  effects: { deterministic: true, typicalMs: 1 },
  // At most 8192, so that the output schema is served too.
  maxResultBytes: 400,
  run({ parentMassGeV, firstMassGeV, secondMassGeV }) {
    const [m, m1, m2] = [parentMassGeV, firstMassGeV, secondMassGeV];
    const open = m >= m1 + m2;
    const momentumGeV = open ? Math.sqrt(Math.max(0, kallen(m * m, m1 * m1, m2 * m2))) / (2 * m) : 0;
    return {
      open,
      momentumGeV,
      firstEnergyGeV: Math.hypot(momentumGeV, m1),
      secondEnergyGeV: Math.hypot(momentumGeV, m2),
    };
  },
});

export const toolkit = defineToolkit({ operations: [twoBodyMomentum] });
`;

const readme = (name: ToolkitName): string => `# ${name}

A toolkit of typed operations for scientific agents, made with toolbase.

    toolbase pack .          # checks it and writes the package

- \`src/toolkit.ts\`: the operations. Put units into the names of inputs and outputs.
- \`toolkit.yaml\`: title, instructions for the model, bundles, skills, settings, external programs.
- \`package.json\`: name, version, and under \`toolkitDependencies\` the toolkits it needs.

Packing needs no install: \`toolbase/toolkit\` and zod come with the program. For types in an editor:

    npm install --save-dev zod
    npm install --save-dev /path/to/toolbase    # the folder of the program; no package of a public registry
`;
