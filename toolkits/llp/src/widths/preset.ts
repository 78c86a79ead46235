import { LEPTON_MASS_GEV } from '../constants.ts';
import type { ByLepton } from './widths.ts';

/** Patterns of couplings, for a coupling g to the muon. */
export const PRESETS = ['muon-only', 'mass-proportional', 'universal'] as const;
export type Preset = (typeof PRESETS)[number];

/** The couplings of a pattern. @param g coupling to the muon */
export function presetCouplings(preset: Preset, g: number): ByLepton {
  switch (preset) {
    case 'muon-only':
      return { e: 0, mu: g, tau: 0 };
    case 'universal':
      return { e: g, mu: g, tau: g };
    case 'mass-proportional': {
      const { e, mu, tau } = LEPTON_MASS_GEV;
      return { e: (g * e) / mu, mu: g, tau: (g * tau) / mu };
    }
  }
}
