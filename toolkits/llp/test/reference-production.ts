import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ParentName } from '../src/production/index.ts';

const Entry = z.object({
  id: z.string(),
  inputs: z.looseObject({
    parent: z.string(),
    m_parent: z.number(),
    m_phi: z.number(),
    lepton: z.enum(['e', 'mu', 'tau']).default('mu'),
    B_two_body: z.number().optional(),
  }),
  expected: z.object({
    ratio_Gamma3_over_g2_Gamma2: z.number(),
    Bhat: z.number().optional(),
    x_min: z.number().optional(),
    x_max: z.number().optional(),
    mean_x: z.number().optional(),
    f_at_x: z.array(z.tuple([z.number(), z.number()])).default([]),
  }),
  rel_tol: z.number(),
});
const file = path.join(import.meta.dirname, 'vectors', 'production.json');

/** Rates and spectra from helicity sums over the Dalitz plane. */
export const { entries: productionEntries } = z
  .object({ entries: z.array(Entry) })
  .parse(JSON.parse(readFileSync(file, 'utf8')));

const NAMES: Readonly<Record<string, ParentName>> = {
  'pi+': 'pi',
  'K+': 'K',
  'D+': 'D',
  'Ds+': 'Ds',
  rho0: 'rho',
  omega: 'omega',
  phi1020: 'phi',
  Jpsi: 'Jpsi',
  psi2S: 'psi2S',
};

/** The toolkit's name of a parent of an entry; one that has none fails. */
export function parentNamed(name: string): ParentName {
  const found = NAMES[name];
  if (found === undefined) throw new Error(`${name} is no parent`);
  return found;
}
