import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';

/** Källén's triangle function. */
const kallen = (a: number, b: number, c: number): number =>
  a * a + b * b + c * c - 2 * (a * b + b * c + c * a);

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
