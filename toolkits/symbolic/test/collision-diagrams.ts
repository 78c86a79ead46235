import type { CollisionInput } from '../src/process-input.ts';
import {
  dirac,
  E_MINUS,
  E_PLUS,
  PHOTON,
  CHARGE,
  QED,
  NEUTRAL,
  Z,
  annihilation,
  exchange,
  pair,
  leptonPair,
  scalarPortal,
  S,
  COMPTON,
  photons,
  PHI,
  phiExchange,
  squarkExchange,
} from './collision-pieces.ts';
import { collision } from './declared-collision.ts';

/** The diagrams of each process in the reference file. */
export const COLLISIONS: Readonly<Record<string, CollisionInput>> = {
  e_e_mu_mu_QED: leptonPair('mmu', false),
  e_e_tau_tau_QED: leptonPair('mtau', false),
  e_e_mu_mu_QED_massless: leptonPair('mmu', false),
  e_e_mu_mu_gamma_Z: leptonPair('mmu', true),
  f_fbar_V_chi_chibar_V_A_massive: collision(
    [dirac('f', 'particle', 'mf'), dirac('f', 'antiparticle', 'mf')],
    pair('chi', 'mchi'),
    {
      s: annihilation(
        ['V', '1', 'self-conjugate', 'mV', 'GammaV'],
        { gamma: 'gV_f', 'gamma.g5': '-gA_f' },
        { gamma: 'gV_chi', 'gamma.g5': '-gA_chi' },
      ),
    },
  ),
  gamma_e_gamma_e_Compton: collision([PHOTON, E_MINUS], [PHOTON, E_MINUS], COMPTON),
  e_e_e_e_Bhabha_QED: collision([E_MINUS, E_PLUS], [E_MINUS, E_PLUS], {
    s: annihilation(PHOTON, QED),
    t: exchange(PHOTON, QED, 'b 2'),
  }),
  e_e_e_e_Bhabha_gamma_Z: collision([E_MINUS, E_PLUS], [E_MINUS, E_PLUS], {
    s: annihilation(PHOTON, QED),
    t: exchange(PHOTON, QED, 'b 2'),
    zs: annihilation(Z, NEUTRAL),
    zt: exchange(Z, NEUTRAL, 'b 2'),
  }),
  e_e_e_e_Moller: collision([E_MINUS, E_MINUS], [E_MINUS, E_MINUS], {
    t: exchange(PHOTON, QED),
    u: {
      line: PHOTON,
      vertices: [
        ['FFV', '2 a p', QED],
        ['FFV', '1 b p', QED],
      ],
    },
  }),
  e_mu_e_mu_QED: collision(
    [E_MINUS, dirac('mu', 'particle', 'mmu')],
    [E_MINUS, dirac('mu', 'particle', 'mmu')],
    {
      t: exchange(PHOTON, QED),
    },
  ),
  f_fbar_S_chi_chibar_Dirac: scalarPortal(S, { '1': 'y_f' }, { '1': 'y_chi' }),
  f_fbar_S_chi_chi_Majorana: scalarPortal(
    S,
    { '1': '-y_f' },
    { '1': '-y_chi/2' },
    ['self-conjugate', 'self-conjugate'],
    'lagrangian',
  ),
  f_fbar_A_chi_chibar_pseudoscalar: scalarPortal(S, { g5: 'I*y_f' }, { g5: 'I*y_chi' }),
  f1_f2_f1_f2_t_channel_scalar: collision(
    [dirac('f1', 'particle', 'm1'), dirac('f2', 'particle', 'm2')],
    [dirac('f1', 'particle', 'm1'), dirac('f2', 'particle', 'm2')],
    {
      t: {
        line: ['S', '0', 'self-conjugate', 'mS'],
        vertices: [
          ['FFS', '1 a p', { '1': 'y1' }],
          ['FFS', '2 b p', { '1': 'y2' }],
        ],
      },
    },
  ),
  f_fbar_chi_chibar_t_channel_scalar_Dirac: collision(
    [dirac('f', 'particle', 'mf'), dirac('f', 'antiparticle', 'mf')],
    pair('chi', 'mchi'),
    { t: squarkExchange('1', '2') },
  ),
  f_fbar_chi_chi_t_u_scalar_Majorana: collision(
    [dirac('f', 'particle', 'mf'), dirac('f', 'antiparticle', 'mf')],
    [
      ['chi', '1/2', 'self-conjugate', 'mchi'],
      ['chi', '1/2', 'self-conjugate', 'mchi'],
    ],
    { t: squarkExchange('1', '2'), u: squarkExchange('2', '1') },
  ),
  phi_phi_phi_phi: collision(
    [PHI, PHI],
    [PHI, PHI],
    {
      c: { vertices: [['SSSS', 'a b 1 2', { '1': '-lam/24' }]] },
      s: phiExchange('a b', '1 2'),
      t: phiExchange('a 1', 'b 2'),
      u: phiExchange('a 2', 'b 1'),
    },
    { coupling_convention: 'lagrangian' },
  ),
  gamma_gamma_l_l: collision([PHOTON, PHOTON], pair('l', 'ml'), photons('l', 'ml', '1', '2', ['a', 'b'])),
  l_l_gamma_gamma: collision(
    [dirac('l', 'particle', 'ml'), dirac('l', 'antiparticle', 'ml')],
    [PHOTON, PHOTON],
    photons('l', 'ml', 'b', 'a', ['1', '2']),
  ),
  e_e_Z_H: collision(
    [dirac('e', 'particle', '0'), dirac('e', 'antiparticle', '0')],
    [
      ['Z', '1', 'self-conjugate', 'mZ'],
      ['H', '0', 'self-conjugate', 'mH'],
    ],
    {
      s: {
        line: ['Z', '1', 'self-conjugate', 'mZ'],
        vertices: [
          ['FFV', 'b a p', { gamma: 'gV', 'gamma.g5': '-gA' }],
          ['VVS', 'p 1 2', { g: 'kappa/2' }],
        ],
      },
    },
    { coupling_convention: 'lagrangian' },
  ),
  e_e_S_S_scalar_QED: collision(
    [E_MINUS, E_PLUS],
    [
      ['S', '0', 'particle', 'mS'],
      ['S', '0', 'antiparticle', 'mS'],
    ],
    {
      s: {
        line: PHOTON,
        vertices: [
          ['FFV', 'b a p', QED],
          ['SSV', '1 2 p', { 'p1-p2': CHARGE }],
        ],
      },
    },
  ),
  u_dbar_l_nu_W: collision(
    [dirac('u', 'particle', '0'), dirac('d', 'antiparticle', '0')],
    [dirac('nu', 'particle', '0'), dirac('l', 'antiparticle', '0')],
    {
      s: {
        line: ['W', '1', 'particle', 'mW', 'GammaW'],
        vertices: [
          ['FFV', 'b a p', { 'gamma.PL': 'g/sqrt(2)' }],
          ['FFV', '1 2 p', { 'gamma.PL': 'g/sqrt(2)' }],
        ],
      },
    },
    { multiplicity: 1 / 3 },
  ),
  f_fbar_S_V_V: collision(
    [dirac('f', 'particle', 'mf'), dirac('f', 'antiparticle', 'mf')],
    [
      ['V', '1', 'self-conjugate', 'mV'],
      ['V', '1', 'self-conjugate', 'mV'],
    ],
    {
      s: {
        line: S,
        vertices: [
          ['FFS', 'b a p', { '1': 'y' }],
          ['VVS', '1 2 p', { g: 'kappa' }],
        ],
      },
    },
  ),
  phi1_phi2_phi3_phi4_contact: collision(
    [
      ['phi1', '0', 'self-conjugate', 'ma'],
      ['phi2', '0', 'self-conjugate', 'mb'],
    ],
    [
      ['phi3', '0', 'self-conjugate', 'm1'],
      ['phi4', '0', 'self-conjugate', 'm2'],
    ],
    { c: { vertices: [['SSSS', 'a b 1 2', { '1': '-lam' }]] } },
    { coupling_convention: 'lagrangian' },
  ),
  nu_mu_e_mu_nu_e: (() => {
    const input = collision(
      [dirac('nu_mu', 'particle', '0'), dirac('e', 'particle', '0')],
      [dirac('mu', 'particle', 'mmu'), dirac('nu_e', 'particle', '0')],
      { c: { vertices: [['FFFF', '1 a 2 b', { 'gamma.PL*gamma.PL': '-4*GF/sqrt(2)' }]] } },
      { coupling_convention: 'lagrangian' },
    );
    return {
      ...input,
      particles: input.particles.map((p) => (p.id === 'a' ? { ...p, helicity_states: 1 } : p)),
    };
  })(),
};
