/** One particle of the table; its antiparticle has the opposite charge and number. Masses and widths in GeV. */
export type TabulatedParticle = {
  readonly name: string;
  /** Other ways to write the name, lower case. */
  readonly aliases: readonly string[];
  readonly pdgId: number;
  readonly kind: 'quark' | 'lepton' | 'gauge boson' | 'scalar boson' | 'meson';
  readonly spin: '0' | '1/2' | '1';
  /** In units of the positron's. */
  readonly charge: string;
  readonly selfConjugate: boolean;
  readonly mass: Measured | undefined;
  readonly width: Measured | undefined;
  /** What the mass means where that is not the pole or the measured mass. */
  readonly massScheme?: string;
  readonly note?: string;
};
/** Central value and its errors. */
export type Measured = { readonly value: number; readonly plus: number; readonly minus: number };

export const EDITION = '2024';
export const CITATION =
  'S. Navas et al. (Particle Data Group), Review of Particle Physics, Phys. Rev. D 110, 030001 (2024); its file of masses and widths for Monte Carlo use, 31 May 2024';

const measured = (value: number, plus: number, minus = plus): Measured => ({ value, plus, minus });
const exactly0 = measured(0, 0);

type Row = readonly [
  name: string,
  aliases: string,
  pdgId: number,
  charge: string,
  mass: Measured | undefined,
  width: Measured | undefined,
];

const QUARK_SCHEMES: Readonly<Record<string, string>> = {
  d: 'MS-bar at 2 GeV',
  u: 'MS-bar at 2 GeV',
  s: 'MS-bar at 2 GeV',
  c: 'MS-bar at its own mass',
  b: 'MS-bar at its own mass; a pole or kinematic mass is about 4.78 GeV',
  t: 'direct measurements: close to the pole mass',
};

const quarks: readonly Row[] = [
  ['d', 'down', 1, '-1/3', measured(4.7e-3, 7e-5), undefined],
  ['u', 'up', 2, '2/3', measured(2.16e-3, 7e-5), undefined],
  ['s', 'strange', 3, '-1/3', measured(9.35e-2, 8e-4), undefined],
  ['c', 'charm', 4, '2/3', measured(1.273, 5e-3), undefined],
  ['b', 'bottom', 5, '-1/3', measured(4.183, 7e-3), undefined],
  ['t', 'top', 6, '2/3', measured(172.57, 0.29), measured(1.42, 0.19, 0.15)],
];

const leptons: readonly Row[] = [
  ['e-', 'e electron', 11, '-1', measured(5.1099895e-4, 1.5e-13), exactly0],
  ['nu_e', 've nue', 12, '0', undefined, undefined],
  ['mu-', 'mu muon', 13, '-1', measured(0.1056583755, 2.3e-9), measured(2.9959836e-19, 3e-25)],
  ['nu_mu', 'vm numu', 14, '0', undefined, undefined],
  ['tau-', 'tau', 15, '-1', measured(1.77693, 9e-5), measured(2.267e-12, 4e-15)],
  ['nu_tau', 'vt nutau', 16, '0', undefined, undefined],
];

const gaugeBosons: readonly Row[] = [
  ['g', 'gluon', 21, '0', exactly0, exactly0],
  ['gamma', 'photon a', 22, '0', exactly0, exactly0],
  ['Z', 'z z0', 23, '0', measured(91.188, 2e-3), measured(2.4955, 2.3e-3)],
  ['W+', 'w', 24, '1', measured(80.369, 1.3e-2), measured(2.08, 4e-2)],
];

const mesons: readonly (readonly [...Row, spin: '0' | '1'])[] = [
  ['pi+', 'pi', 211, '1', measured(0.13957039, 1.8e-7), measured(2.5284e-17, 5e-21), '0'],
  ['pi0', '', 111, '0', measured(0.1349768, 5e-7), measured(7.81e-9, 1.2e-10), '0'],
  ['K+', 'k', 321, '1', measured(0.493677, 1.5e-5), measured(5.317e-17, 9e-20), '0'],
  ['D+', '', 411, '1', measured(1.86966, 5e-5), measured(6.37e-13, 2.9e-15), '0'],
  ['D_s+', 'ds+ ds', 431, '1', measured(1.96835, 7e-5), measured(1.313e-12, 6e-15), '0'],
  ['rho0', 'rho(770)0', 113, '0', measured(0.77526, 2.3e-4), measured(0.1474, 8e-4), '1'],
  ['omega', 'omega(782)', 223, '0', measured(0.78266, 1.3e-4), measured(8.68e-3, 1.3e-4), '1'],
  ['phi', 'phi(1020)', 333, '0', measured(1.019461, 1.6e-5), measured(4.249e-3, 1.3e-5), '1'],
  ['J/psi', 'jpsi j/psi(1s)', 443, '0', measured(3.0969, 6e-6), measured(9.26e-5, 1.7e-6), '1'],
  ['psi(2S)', "psi2s psi' psi(3686)", 100443, '0', measured(3.686097, 1.1e-5), measured(2.93e-4, 9e-6), '1'],
];

const tabulated = (
  [name, aliases, pdgId, charge, mass, width]: Row,
  kind: TabulatedParticle['kind'],
  spin: TabulatedParticle['spin'],
  selfConjugate: boolean,
): TabulatedParticle => ({
  name,
  // One letter keeps its case: D is no down quark.
  aliases: [name.length > 1 ? name.toLowerCase() : '', ...aliases.split(' ')].filter((alias) => alias !== ''),
  pdgId,
  kind,
  spin,
  charge,
  selfConjugate,
  mass,
  width,
});

/** The particles of the Standard Model and the mesons that the toolkits meet. */
export const PARTICLES: readonly TabulatedParticle[] = [
  ...quarks.map((row) => ({
    ...tabulated(row, 'quark', '1/2', false),
    massScheme: QUARK_SCHEMES[row[0]] ?? '',
  })),
  ...leptons.map((row) => ({
    ...tabulated(row, 'lepton', '1/2', false),
    ...(row[3] === '0' ? { note: 'Neutrino masses are not known; 0 is the usual choice here.' } : {}),
  })),
  ...gaugeBosons.map((row) => tabulated(row, 'gauge boson', '1', row[3] === '0')),
  {
    ...tabulated(
      ['H', 'h higgs h0', 25, '0', measured(125.2, 0.11), measured(3.7e-3, 1.9e-3, 1.4e-3)],
      'scalar boson',
      '0',
      true,
    ),
    note: 'The width is measured from off-shell production; the Standard Model predicts about 0.0041 GeV.',
  },
  ...mesons.map(([name, aliases, pdgId, charge, mass, width, spin]) =>
    tabulated([name, aliases, pdgId, charge, mass, width], 'meson', spin, charge === '0'),
  ),
];
