import {
  decay,
  fToFS,
  fToFV,
  sToF1F2,
  sToFF,
  sToMajorana,
  sToSS,
  sToVV,
  vToF1F2,
  vToFF,
  vToSS,
  vToSV,
  vToVV,
  withValues,
} from './diagrams.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';

/** L = -(c/4) S F F or its dual. */
const toPhotons = (structure: 'FF' | 'FFdual'): DeclaredDiagram =>
  decay(
    ['a', 'S', '0', 'self-conjugate', 'mS'],
    [
      ['1', 'A', '1', 'self-conjugate', '0'],
      ['2', 'A', '1', 'self-conjugate', '0'],
    ],
    'VVS',
    ['1', '2', 'a'],
    { [structure]: '-c/4' },
    'lagrangian',
  );

const VA = { gamma: 'gV', 'gamma.g5': '-gA' };
const CHIRAL_V = { 'gamma.PL': 'gL', 'gamma.PR': 'gR' };
const CHIRAL_S = { PL: 'yL', PR: 'yR' };
const REAL_PAIR = ['self-conjugate', 'self-conjugate'] as const;
const COMPLEX_PAIR = ['particle', 'antiparticle'] as const;

/** The diagram of each structure in the reference file; the names are its inputs. */
export const STRUCTURE_DIAGRAMS: Readonly<Record<string, DeclaredDiagram>> = {
  'FtofV.chiral': fToFV(CHIRAL_V),
  'FtofV.va': fToFV(VA),
  'FtofS.scalar': fToFS({ '1': 'y' }),
  'FtofS.pseudoscalar': fToFS({ g5: 'I*y' }),
  'FtofS.chiral': fToFS(CHIRAL_S),
  'StoFF.scalar': sToFF({ '1': 'y' }),
  'StoFF.pseudoscalar': sToFF({ g5: 'I*y' }),
  'StoFF.chiral': sToF1F2(CHIRAL_S),
  'StoFF.cpmixed': sToFF({ '1': 'a', g5: 'I*b' }),
  'StoChiChi.majorana_scalar': sToMajorana({ '1': '-y/2' }, 'lagrangian'),
  'StoChiChi.majorana_pseudoscalar': sToMajorana({ g5: '-I*y/2' }, 'lagrangian'),
  'StoChiChi.majorana_scalar_nohalf': sToMajorana({ '1': '-y' }, 'lagrangian'),
  'StoChiChi.identical_scalar': sToSS(['chi', 'chi'], ['mchi', 'mchi'], 'lagrangian', '-kappa/2'),
  'StoChiChi.distinct_scalar': sToSS(['chi1', 'chi2'], ['m1', 'm2'], 'lagrangian', '-kappa'),
  'StoVV.identical': sToVV(['V', 'V'], REAL_PAIR, ['mV', 'mV'], 'g*mV/2', 'lagrangian'),
  'StoVV.identical_nohalf': sToVV(['V', 'V'], REAL_PAIR, ['mV', 'mV'], 'g*mV', 'lagrangian'),
  'StoVV.complex': sToVV(['V', 'V'], COMPLEX_PAIR, ['mV', 'mV'], 'g*mV', 'lagrangian'),
  'StoVV.distinct': sToVV(['V1', 'V2'], REAL_PAIR, ['m1', 'm2'], 'kappa', 'lagrangian'),
  'VtoFF.va': vToFF(VA),
  'VtoFF.va_unequal': vToF1F2(VA),
  'VtoFF.chiral': vToF1F2(CHIRAL_V),
  'VtoSV.kappa': vToSV('kappa'),
  'VtoSV.gmV': vToSV('g*mV'),
  'VtoVV.ym': vToVV(['V1', 'V2'], REAL_PAIR, ['m1', 'm2']),
  'VtoVV.ym_equal': vToVV(['W', 'W'], COMPLEX_PAIR, ['mVp', 'mVp']),
  'extra.VtoSS': vToSS(),
  'extra.StoGamGam': toPhotons('FF'),
  'extra.AtoGamGam': toPhotons('FFdual'),
  'extra.VtoChiChi.majorana_axial': decay(
    ['a', 'V', '1', 'self-conjugate', 'mV'],
    [
      ['1', 'chi', '1/2', 'self-conjugate', 'mchi'],
      ['2', 'chi', '1/2', 'self-conjugate', 'mchi'],
    ],
    'FFV',
    ['1', '2', 'a'],
    { 'gamma.g5': 'g/2' },
    'lagrangian',
  ),
};

const W_COUPLING = 'sqrt(4*sqrt(2)*GF*mW**2)';
const Z_COUPLING = 'sqrt(4*sqrt(2)*GF*mZ**2)';
const higgsToFermions = {
  ...sToFF({ '1': 'mf*sqrt(sqrt(2)*GF)' }),
  particles: sToFF({}).particles.map((particle) => ({
    ...particle,
    mass: particle.mass === 'mS' ? 'mH' : 'mf',
  })),
  multiplicity: 3,
};
const higgsTo = (
  field: string,
  mass: string,
  types: typeof REAL_PAIR | typeof COMPLEX_PAIR,
  coupling: string,
) => {
  const diagram = sToVV([field, field], types, [mass, mass], coupling);
  return {
    ...diagram,
    particles: diagram.particles.map((p) => (p.mass === 'mS' ? { ...p, mass: 'mH' } : p)),
  };
};
const renamed = (diagram: DeclaredDiagram, from: string, to: string): DeclaredDiagram => ({
  ...diagram,
  particles: diagram.particles.map((p) => (p.mass === from ? { ...p, mass: to } : p)),
});

/** P -> nu l through a decay constant: GF/sqrt2 V f p_mu nubar gamma^mu (1 - g5) l, which the Dirac equation makes
 * sqrt2 GF V f m nubar PR l. */
const leptonic = decay(
  ['a', 'P', '0', 'particle', 'M'],
  [
    ['1', 'nu', '1/2', 'particle', '0'],
    ['2', 'l', '1/2', 'antiparticle', 'm'],
  ],
  'FFS',
  ['1', '2', 'a'],
  { PR: 'sqrt(2)*GF*V*f*m' },
);

/** The diagram of each Standard-Model decay, with the couplings of that model. */
export const STANDARD_MODEL_DIAGRAMS: Readonly<Record<string, DeclaredDiagram>> = {
  'B.W_to_e_nu': renamed(vToF1F2({ 'gamma.PL': `${W_COUPLING}/sqrt(2)` }, ['me', '0']), 'mV', 'mW'),
  'B.Z_to_nunu': renamed(
    vToFF({ gamma: `${Z_COUPLING}/4`, 'gamma.g5': `-${Z_COUPLING}/4` }, '0'),
    'mV',
    'mZ',
  ),
  'B.Z_to_tautau': renamed(
    vToFF({ gamma: `${Z_COUPLING}/2*(T3 - 2*Q*s2w)`, 'gamma.g5': `-${Z_COUPLING}/2*T3` }, 'm'),
    'mV',
    'mZ',
  ),
  'B.H_to_bb_pole': higgsToFermions,
  'B.H_to_bb_running_mH': higgsToFermions,
  'B.H_to_WW_200': higgsTo('W', 'mW', COMPLEX_PAIR, `${W_COUPLING}*mW`),
  'B.H_to_WW_500': higgsTo('W', 'mW', COMPLEX_PAIR, `${W_COUPLING}*mW`),
  'B.H_to_ZZ_1000': higgsTo('Z', 'mZ', REAL_PAIR, `${Z_COUPLING}*mZ`),
  'B.t_to_bW_mb4.78': fToFV({ 'gamma.PL': `${W_COUPLING}/sqrt(2)` }, ['mt', 'mb', 'mW']),
  'B.K_munu': leptonic,
  'B.Ds_taunu': leptonic,
};

/** The declaration of an entry; a new entry of a known structure needs nothing else.
 * @throws Error for an entry that nothing is known of */
export function referenceDecay({
  id,
  structure,
  inputs,
}: {
  id: string;
  structure?: string | undefined;
  inputs: Readonly<Record<string, number>>;
}): DeclaredDiagram {
  const diagram = structure === undefined ? STANDARD_MODEL_DIAGRAMS[id] : STRUCTURE_DIAGRAMS[structure];
  if (diagram === undefined) throw new Error(`${structure ?? id} has no diagram`);
  return withValues(diagram, inputs);
}
