import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { decay, fToFV, sToFF, sToMajorana, sToSS, sToVV, vToSS, withValues } from './diagrams.ts';
import { failure, good } from './refused-decays.ts';

test('warnings tell what may have been meant otherwise', () => {
  const lookalike = sToSS(['chi1', 'chi2'], ['m', 'm']);
  expect(decayRate(withValues(lookalike, { kappa: 9, mS: 900, m: 100 })).warnings.join()).toContain(
    'identical particles need the same field',
  );
  const light = withValues(fToFV({ gamma: 'g' }), { g: 1, mF: 900, mf: 180, mV: 0.1 });
  expect(decayRate(light).warnings.join()).toContain('1/mass**2');
  const overridden = decayRate({ ...good, symmetry_factor: 0.5 });
  expect(overridden.warnings.join()).toContain('the declaration implies 1');
  const majorana = withValues(sToMajorana({ '1': 'y' }), { y: 0.8, mS: 900, mchi: 100, unused: 1 });
  expect(decayRate(majorana).warnings).toEqual(['Not used: unused.']);
});

describe('a light vector is warned of where its longitudinal mode counts', () => {
  const radiative = (list: Record<string, string>, mass: string) =>
    withValues(fToFV(list, ['mmu', 'me', mass]), {
      c: 1e-9,
      g: 1e-3,
      mmu: 0.1056583755,
      me: 0.00051099895,
    });
  test.each(['0', '1e-9'])('not by a dipole into a vector of mass %s', (mass) => {
    const { warnings, width_gev: width } = decayRate(
      radiative({ 'sigma.q': 'c', 'sigma.q.g5': '2*I*c' }, mass),
    );
    expect(warnings).toEqual(['Not used: g.']);
    expect(width).toBeGreaterThan(0);
  });
  test.each(['0', '1e-9'])('not by field strengths into two vectors of mass %s', (mass) => {
    for (const structure of ['FF', 'FFdual'] as const) {
      const diagram = sToVV(['A', 'A'], ['self-conjugate', 'self-conjugate'], [mass, mass], 'c');
      const [term] = diagram.terms;
      const declared = { ...diagram, terms: [{ ...term!, structure }] };
      expect(decayRate(withValues(declared, { c: 1e-4, mS: 125 })).warnings).toEqual([]);
    }
  });
  test('by a gamma beside the dipole, once for two of one field, by their field', () => {
    expect(decayRate(radiative({ 'sigma.q': 'c', gamma: 'g' }, '1e-9')).warnings.join()).toMatch(
      /^Light vector V:/,
    );
    const pair = sToVV(['Z', 'Z'], ['self-conjugate', 'self-conjugate'], ['1e-3', '1e-3'], 'c');
    expect(decayRate(withValues(pair, { c: 1, mS: 125 })).warnings).toHaveLength(1);
  });
});

describe('a Feynman rule of fields that are their own conjugates', () => {
  const values = { y: 0.3, mS: 900, mf: 100 };
  const nuZ = (terms: Record<string, string>) =>
    withValues(
      decay(
        ['N', 'N', '1/2', 'self-conjugate', 'mN'],
        [
          ['n', 'nu', '1/2', 'self-conjugate', '0'],
          ['Z', 'Z', '1', 'self-conjugate', 'mZ'],
        ],
        'FFV',
        ['n', 'N', 'Z'],
        terms,
      ),
      { h: 0.1, mN: 400, mZ: 91.2 },
    );
  test.each([
    ['one chirality of S fbar f', withValues(sToFF({ PL: 'y' }), values)],
    ['a real g5 beside a real 1', withValues(sToFF({ '1': 'y', g5: 'y' }), values)],
    ['one chirality of two Majorana fermions and Z', nuZ({ 'gamma.PL': 'h' })],
  ])('is warned of where no hermitian lagrangian has it: %s', (_name, declared) => {
    expect(decayRate(declared).warnings).toEqual([
      expect.stringMatching(/^vertices\/0: .*no hermitian lagrangian.*"\+ h\.c\."/),
    ]);
  });
  test('is said not to be checked where a coupling has no value', () => {
    const parameters = Object.keys(values).map((name) => ({ name }));
    expect(decayRate({ ...sToFF({ PL: 'y' }), parameters }).warnings.join()).toContain('was not checked');
    expect(decayRate({ ...sToFF({ '1': 'y' }), parameters }).warnings).toEqual([]);
  });
  // With the conjugate the rule of N -> nu Z is -h gamma g5, twice as wide as h gamma PL alone.
  test.each([
    ['both chiralities', withValues(sToFF({ PL: 'y', PR: 'y' }), values)],
    ['an imaginary g5', withValues(sToFF({ '1': 'y', g5: 'I*y' }), values)],
    ['a common factor i, a matter of convention', withValues(sToFF({ g5: 'y' }), values)],
    ['the axial current of two Majorana fermions', nuZ({ 'gamma.g5': '-h' })],
  ])('is not warned of otherwise: %s', (_name, declared) => {
    expect(decayRate(declared).warnings).toEqual([]);
  });
  test('is half as wide without its conjugate', () => {
    const [half, whole] = [nuZ({ 'gamma.PL': 'h' }), nuZ({ 'gamma.g5': '-h' })].map(decayRate);
    expect((whole?.width_gev ?? 0) / (half?.width_gev ?? 1)).toBeCloseTo(2, 12);
  });
});

describe('helicity_states', () => {
  const zToEe = (states: number | undefined): DeclaredDiagram => {
    const declared = withValues(
      decay(
        ['a', 'Z', '1', 'self-conjugate', 'mZ'],
        [
          ['1', 'e', '1/2', 'particle', 'me'],
          ['2', 'e', '1/2', 'antiparticle', 'me'],
        ],
        'FFV',
        ['1', '2', 'a'],
        { gamma: 'g' },
      ),
      { g: 0.1, mZ: 91.1876, me: 0.000511 },
    );
    return states === undefined
      ? declared
      : { ...declared, particles: declared.particles.map((p) => ({ ...p, helicity_states: states })) };
  };
  test('of a decaying particle are all it has', () => {
    const error = failure(zToEe(2));
    expect(error.message).toContain(
      'particles/0/helicity_states: a particle of spin 1 decays from all its 3',
    );
    expect(error.hint).toContain('spin_average');
    expect(() => decayRate(zToEe(1))).toThrow('all its 3 spin states');
  });
  test('of a product are not used, and that is said', () => {
    const { warnings, conventions } = decayRate(zToEe(3));
    expect(conventions.spin_average).toBe('1/3');
    expect(warnings).toEqual([
      'helicity_states of e (id "1") is not used: it counts states of incoming particles.',
      'helicity_states of e (id "2") is not used: it counts states of incoming particles.',
    ]);
  });
});

test('the echoed term reads as one sum, the conjugate before what its words mean', () => {
  const dipole = decayRate(
    withValues(
      { ...fToFV({ 'sigma.q': 'c' }), coupling_convention: 'lagrangian' },
      { c: 1, mF: 9, mf: 1, mV: 2 },
    ),
  );
  expect(dipole.conventions.lagrangian).toBe(
    'L = fbar [(c)*sigma.q] F V_mu + h.c., where sigma.q V_mu means 1/2 sigma^{mu nu} V_{mu nu}',
  );
  const vectors = (second: string, structures: readonly string[]) => {
    const types = ['self-conjugate', 'self-conjugate'] as const;
    const declared = sToVV(['A', second], types, ['0', second === 'A' ? '0' : '1'], 'c', 'lagrangian');
    const terms = structures.map((structure) => ({ ...declared.terms[0]!, structure }));
    return decayRate(withValues({ ...declared, terms }, { c: 1, mS: 9 })).conventions.lagrangian;
  };
  expect(vectors('A', ['FFdual'])).toBe(
    'L = (c) F_{mu nu} Ftilde^{mu nu} S, where F_{mu nu} = d_mu A_nu - d_nu A_mu and Ftilde^{mu nu} = 1/2 epsilon^{mu nu rho sigma} F_{rho sigma}',
  );
  expect(vectors('Z', ['FF', 'FFdual'])).toBe(
    'L = [(c) F(A)_{mu nu} F(Z)^{mu nu} + (c) F(A)_{mu nu} Ftilde(Z)^{mu nu}] S, where F(V)_{mu nu} = d_mu V_nu - d_nu V_mu and Ftilde^{mu nu} = 1/2 epsilon^{mu nu rho sigma} F_{rho sigma}',
  );
  const derivative = decayRate(withValues(vToSS(), { g: 1, mV: 9, mS: 1 }));
  expect(derivative.conventions.vertex).toBe('i*[(g)*(p1-p2)]');
  expect(derivative.conventions.polarisation_sums).toBe('massive vectors: -g + k k/m**2');
  expect(decayRate(good).conventions).not.toHaveProperty('polarisation_sums');
});

test('a closed decay says the masses that it was read with, so that MeV are seen', () => {
  const muonInMeV = withValues(sToFF({ '1': 'y' }), { y: 1, mS: 1.2, mf: 105.658 });
  expect(decayRate(muonInMeV)).toMatchObject({ width_gev: 0, open: false });
  expect(decayRate(muonInMeV).notes.join()).toContain(
    'S has 1.2 GeV, its products have 211.316 GeV together',
  );
});
