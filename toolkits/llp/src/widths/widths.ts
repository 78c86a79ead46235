import { ALPHA, HBARC_GEV_M, type Lepton, LEPTON_MASS_GEV } from '../constants.ts';
import { loopAmplitude } from './loop-amplitude.ts';

/** A number for each charged lepton. */
export type ByLepton = Readonly<Record<Lepton, number>>;

const LEPTONS = ['e', 'mu', 'tau'] as const;

/** Decay modes of the scalar. */
export const MODES = ['ee', 'mumu', 'tautau', 'gammagamma'] as const;
export type Mode = (typeof MODES)[number];

export type ScalarWidths = {
  readonly partial_gev: Readonly<Record<Mode, number>>;
  readonly total_gev: number;
};

const MODE_OF = { e: 'ee', mu: 'mumu', tau: 'tautau' } as const;

/** Partial widths of a scalar with `L = - sum g_l phi lbar l`, at tree level into leptons and through the loops of the
 * same leptons into two photons, whose amplitudes are added with the signs of the couplings.
 * @param mass GeV, > 0   @param couplings dimensionless, of either sign */
export function scalarWidths(mass: number, couplings: ByLepton): ScalarWidths {
  const partial = { ee: 0, mumu: 0, tautau: 0, gammagamma: 0 };
  let re = 0;
  let im = 0;
  for (const lepton of LEPTONS) {
    const coupling = couplings[lepton];
    if (coupling === 0) continue;
    const leptonMass = LEPTON_MASS_GEV[lepton];
    partial[MODE_OF[lepton]] = leptonPairWidth(mass, leptonMass, coupling);
    const amplitude = loopAmplitude(mass, leptonMass);
    re += (coupling * amplitude.re) / leptonMass;
    im += (coupling * amplitude.im) / leptonMass;
  }
  partial.gammagamma = (ALPHA ** 2 * mass ** 3 * (re ** 2 + im ** 2)) / (256 * Math.PI ** 3);
  const total = MODES.reduce((sum, mode) => sum + partial[mode], 0);
  return { partial_gev: partial, total_gev: total };
}

/** `g^2 m/(8 pi) (1 - 4 m_l^2/m^2)^(3/2)`, 0 at and below threshold. */
function leptonPairWidth(mass: number, leptonMass: number, coupling: number): number {
  if (mass <= 2 * leptonMass) return 0;
  const beta2 = ((mass - 2 * leptonMass) / mass) * ((mass + 2 * leptonMass) / mass);
  return ((coupling ** 2 * mass) / (8 * Math.PI)) * beta2 ** 1.5;
}

/** Mean decay length at rest, m; Infinity for a width of 0. */
export const decayLengthM = (widthGev: number): number => HBARC_GEV_M / widthGev;
