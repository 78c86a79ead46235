import { defineOperation, ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';
import { ALPHA, LEPTON_MASS_GEV } from './constants.ts';
import { PARENTS } from './production/index.ts';
import { VERSION } from './version.ts';
import { type ByLepton, decayLengthM, scalarWidths } from './widths/widths.ts';
import { PRESETS, presetCouplings } from './widths/preset.ts';

const Coupling = z.number().min(-100).max(100);

const Input = z.strictObject({
  m_phi_gev: z.number().min(1e-6).max(1000).describe('Mass of the scalar, GeV.'),
  preset: z
    .enum(PRESETS)
    .optional()
    .describe(
      'Pattern of couplings that `g` scales, instead of g_e, g_mu, g_tau: muon-only, mass-proportional (g_l = g m_l/m_mu) or universal.',
    ),
  g: Coupling.optional().describe('With preset: coupling to the muon. Default 1.'),
  g_e: Coupling.optional().describe('Coupling to electrons, of either sign. Default 0.'),
  g_mu: Coupling.optional().describe('Coupling to muons. Default 1 when no coupling is given, else 0.'),
  g_tau: Coupling.optional().describe('Coupling to tau leptons. Default 0.'),
  g_quark: Coupling.optional().describe('Only 0: hadronic widths are not included.'),
  g_gluon: Coupling.optional().describe('Only 0: hadronic widths are not included.'),
});
type Input = z.output<typeof Input>;

const byMode = (what: string) =>
  z
    .strictObject({ ee: z.number(), mumu: z.number(), tautau: z.number(), gammagamma: z.number() })
    .describe(what);

const Output = z.strictObject({
  m_phi_gev: z.number(),
  couplings: z.strictObject({ e: z.number(), mu: z.number(), tau: z.number() }),
  partial_widths_gev: byMode('Partial widths, GeV.'),
  width_gev: z.number().describe('Sum of the partial widths, GeV.'),
  branching_ratios: byMode('Branching ratios; all 0 for a width of 0.'),
  ctau_m: z.number().optional().describe('Mean decay length at rest, m; absent for a width of 0.'),
  alpha: z.number().describe('Fine-structure constant at zero momentum, as used in the loop.'),
  conventions: z.array(z.string()),
  notes: z.array(z.string()),
  toolkit: z.string(),
});
type Output = z.output<typeof Output>;

export const llpWidths = defineOperation({
  name: 'LLPWidths',
  title: 'Widths of a scalar coupled to leptons',
  description:
    'Partial widths (GeV), branching ratios and c tau (m) of a light scalar with L = -g_l phi lbar l, with a separate coupling to ' +
    'e, mu and tau (default: muon only) or a preset pattern: tree-level decays to lepton pairs, and two photons through the ' +
    'lepton loops, whose amplitudes are summed with the signs of the couplings and alpha(0). The width to electrons is 0 ' +
    'unless g_e is given. Leptonic couplings only: hadronic widths are not included.',
  input: Input,
  output: Output,
  effects: { deterministic: true, typicalMs: 1 },
  maxResultBytes: 8192,
  run: widthsOf,
});

/** @throws ToolbaseError UNSUPPORTED for a coupling to quarks or gluons, BAD_ARGUMENTS for two patterns at once */
export function widthsOf(input: Input): Output {
  const couplings = couplingsOf(input);
  const { m_phi_gev: mass } = input;
  const { partial_gev: partial, total_gev: total } = scalarWidths(mass, couplings);
  const ratio = (width: number): number => (total === 0 ? 0 : width / total);
  const { ee, mumu, tautau, gammagamma } = partial;
  return {
    m_phi_gev: mass,
    couplings,
    partial_widths_gev: partial,
    width_gev: total,
    branching_ratios: {
      ee: ratio(ee),
      mumu: ratio(mumu),
      tautau: ratio(tautau),
      gammagamma: ratio(gammagamma),
    },
    ...(total === 0 ? {} : { ctau_m: decayLengthM(total) }),
    alpha: ALPHA,
    conventions: [
      'L = -sum_l g_l phi lbar l; Gamma(l+ l-) = g_l^2 m/(8 pi) (1 - 4 m_l^2/m^2)^(3/2).',
      'Gamma(gamma gamma) = alpha^2 m^3/(256 pi^3) |sum_l g_l A(tau_l)/m_l|^2, tau_l = m^2/(4 m_l^2), A -> 4/3 for tau -> 0.',
      `Lepton masses in GeV: e ${LEPTON_MASS_GEV.e}, mu ${LEPTON_MASS_GEV.mu}, tau ${LEPTON_MASS_GEV.tau}.`,
    ],
    notes: [...heavyNotes(mass), ...notesOf(couplings, total)],
    toolkit: `@toolbase/llp ${VERSION}`,
  };
}

/** Above the mesons that this toolkit knows, which is what a mass in MeV looks like. */
const heavyNotes = (massGeV: number): string[] =>
  massGeV > PARENTS.psi2S.massGeV
    ? [`m_phi_gev is in GeV: ${massGeV} GeV is heavier than every meson that this toolkit lets decay.`]
    : [];

function notesOf(couplings: ByLepton, total: number): string[] {
  if (total > 0) return [];
  return Object.values(couplings).every((coupling) => coupling === 0)
    ? ['All couplings are 0: the scalar is stable.']
    : ['The width is 0 within double precision: the couplings are too small, or their loops cancel.'];
}

function couplingsOf({ preset, g, g_e, g_mu, g_tau, g_quark, g_gluon }: Input): ByLepton {
  refuseHadronic({ g_quark, g_gluon });
  const given = [g_e, g_mu, g_tau].some((coupling) => coupling !== undefined);
  if (!given) return presetCouplings(preset ?? 'muon-only', g ?? 1);
  if (preset !== undefined)
    throw new ToolbaseError('BAD_ARGUMENTS', 'preset: does not go with g_e, g_mu or g_tau', {
      hint: 'Scale the preset with g, or give the couplings one by one.',
    });
  if (g !== undefined)
    throw new ToolbaseError('BAD_ARGUMENTS', 'g: belongs to a preset, and g_e, g_mu or g_tau are given too', {
      hint: 'Give either g with a preset, or the couplings one by one.',
    });
  return { e: g_e ?? 0, mu: g_mu ?? 0, tau: g_tau ?? 0 };
}

function refuseHadronic(couplings: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(couplings))
    if (value !== undefined && value !== 0)
      throw new ToolbaseError(
        'UNSUPPORTED',
        `${name}: hadronic widths are not included, so the total width would be wrong`,
        { hint: 'Leave it out; couplings to leptons are g_e, g_mu and g_tau.' },
      );
}
