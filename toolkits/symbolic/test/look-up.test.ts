import { describe, expect, test } from 'vitest';
import { compared } from '../src/check-expression.ts';
import { particleOf } from '../src/look-up-particle.ts';
import { PARTICLES } from '../src/particle-table.ts';

describe('LookUpParticle', () => {
  test('gives mass, width and numbers with edition and citation', () => {
    expect(particleOf({ name: 'Z' })).toMatchObject({
      pdg_id: 23,
      spin: '1',
      charge: '0',
      self_conjugate: true,
      mass_gev: { value: 91.188, plus: 0.002, minus: 0.002 },
      width_gev: { value: 2.4955 },
      edition: '2024',
      constants: { hbar_c_gev_m: 1.973269804593025e-16, gev_minus2_in_pb: 389379372.171859 },
    });
  });
  test('turns charge and number round for an antiparticle', () => {
    expect(particleOf({ name: 'e+' })).toMatchObject({
      name: 'e+',
      pdg_id: -11,
      charge: '1',
      antiparticle: true,
    });
    expect(particleOf({ name: 'tbar' })).toMatchObject({ pdg_id: -6, charge: '-2/3' });
    expect(particleOf({ name: 'W-' })).toMatchObject({ pdg_id: -24, charge: '-1' });
    expect(particleOf({ pdg_id: -15 })).toMatchObject({ name: 'tau+', charge: '1' });
  });
  test('says scheme and scale of quark masses, and that neutrinos have none here', () => {
    for (const { kind, name } of PARTICLES)
      if (kind === 'quark') expect(particleOf({ name }).mass_scheme, name).toMatch(/MS-bar|pole/);
    expect(particleOf({ name: 'nu_mu' }).mass_gev).toBeUndefined();
  });
  // The lines of 443 and 100443 in the file of masses and widths of the edition of 2024.
  test.each([
    ['Jpsi', 443, 3.0969, 6e-6, 9.26e-5, 1.7e-6],
    ['psi2S', 100443, 3.686097, 1.1e-5, 2.93e-4, 9e-6],
  ])(
    'knows the charmonium %s by its names in the llp toolkit',
    (name, id, mass, itsError, width, widthError) => {
      expect(particleOf({ name })).toMatchObject({
        pdg_id: id,
        spin: '1',
        self_conjugate: true,
        mass_gev: { value: mass, plus: itsError },
        width_gev: { value: width, plus: widthError },
      });
    },
  );
  test('reads common names, but no capital as a quark', () => {
    expect(particleOf({ name: 'Higgs' }).pdg_id).toBe(25);
    expect(particleOf({ name: 'photon' }).pdg_id).toBe(22);
    for (const input of [
      { name: 'D' },
      { name: 'B' },
      { name: 'Zbar' },
      { name: 'Kbar' },
      { pdg_id: -22 },
      { pdg_id: 9999 },
    ])
      expect(() => particleOf(input)).toThrow(/no particle/);
    expect(() => particleOf({})).toThrow(/either/);
    expect(() => particleOf({ name: 'b', pdg_id: 5 })).toThrow(/either/);
  });
  test.each([
    ['positron', -11],
    ['anti-muon', -13],
    ['antimuon', -13],
    ['taubar', -15],
    ['Wbar', -24],
    ['nuebar', -12],
    ['top~', -6],
  ])('%s is an antiparticle', (name, id) => {
    expect(particleOf({ name }).pdg_id).toBe(id);
  });
  test('a mistyped name gets the near ones', () => {
    expect(() => particleOf({ name: 'higs' })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('Did you mean higgs?') as unknown }),
    );
  });
  test('every name and number belongs to one particle', () => {
    for (const { name, pdgId } of PARTICLES) {
      expect(particleOf({ name }).pdg_id).toBe(pdgId);
      expect(particleOf({ pdg_id: pdgId }).name).toBe(name);
    }
    const aliases = PARTICLES.flatMap((particle) => particle.aliases);
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});

describe('CheckExpression', () => {
  const defaults = { points: 50, seed: 1, rel_tol: 1e-8 };
  const variables = [
    { name: 'y', min: 0.1, max: 2 },
    { name: 'mS', min: 500, max: 900 },
    { name: 'mf', min: 10, max: 200 },
  ];
  const reference = 'y**2*mS/(8*pi)*(1-4*mf**2/mS**2)**Rational(3,2)';
  test('finds another form of a formula equal', () => {
    const expression = 'y**2*(mS**2 - 4*mf**2)**Rational(3, 2)/(8*pi*mS**2)';
    expect(compared({ ...defaults, expression, reference, variables })).toMatchObject({
      equal: true,
      points_compared: 50,
      points_undefined: 0,
    });
  });
  test('tells the largest deviation of a wrong one and where it is', () => {
    const expression = 'y**2*mS/(8*pi)*sqrt(1-4*mf**2/mS**2)';
    const result = compared({ ...defaults, expression, reference, variables });
    expect(result.equal).toBe(false);
    expect(result.max_relative_deviation).toBeGreaterThan(0.1);
    expect(result.worst_point.map(({ name }) => name)).toEqual(['y', 'mS', 'mf']);
  });
  test.each([
    ['an unknown name', 'z*mS', /expression/],
    ['a call that is no function', '__import__("os")', /expression/],
    ['an attribute', 'y.real', /expression/],
  ])('refuses %s', (_name, expression, message) => {
    expect(() => compared({ ...defaults, expression, reference, variables })).toThrow(message);
  });
  const xy = [
    { name: 'x', min: 1, max: 2 },
    { name: 'y', min: 1, max: 2 },
  ];
  test.each([
    ['(x+y)**2 - x**2 - 2*x*y - y**2', '0'],
    ['0', '(x+y)**2 - x**2 - 2*x*y - y**2'],
    ['sqrt(x)**2 - x', '0'],
    ['log(x*y) - log(x) - log(y)', '0'],
    ['sin(x+y) - sin(x)*cos(y) - cos(x)*sin(y)', '0'],
    ['exp(x)*exp(-x) - 1', '0*y'],
    ['x**(1/3)*x**(2/3) - x', '0'],
    ['(x + 1e9)**2 - 1e18 - 2e9*x', 'x**2'],
    ['sqrt(x - 3)**2 - x + 3', '0'],
    ['sqrt(-x)*sqrt(-y) + sqrt(x*y)', '0'],
    ['(-x)**1.5 + x*sqrt(-x)', '0'],
    ['im(sqrt(-x)) - sqrt(x)', 're(I*y)'],
  ])('an identity whose terms cancel is equal: %s and %s', (expression, zero) => {
    expect(compared({ ...defaults, expression, reference: zero, variables: xy })).toMatchObject({
      equal: true,
      max_relative_deviation: expect.closeTo(0, 12) as unknown,
      warnings: [],
    });
  });
  test.each([
    ['(x+y)**2 - x**2 - 2*x*y - (1 + 1e-12)*y**2', '0'],
    ['sin(x+y) - sin(x)*cos(y) - (1 + 1e-9)*cos(x)*sin(y)', '0'],
    ['x + 1e30 - 1e30', 'y'],
    ['x + 1e120 - 1e120', 'x'],
    ['(x + 1e9)**2 - 1e18 - 2e9*x', '2*x**2'],
    ['1 + 1e-20*x - 1', '0'],
    ['0', 'sqrt(x + 1e-18) - sqrt(x)'],
    ['0', 'I*(sqrt(-x - 1e-18) - sqrt(-x))'],
  ])('what is left over is not taken for rounding: %s and %s', (expression, other) => {
    expect(compared({ ...defaults, expression, reference: other, variables: xy }).equal).toBe(false);
  });
  test.each([
    ['1/(x - x)', 50],
    ['exp(1000*x)', 50],
    ['sqrt(x)/(y - y)', 50],
  ])('a reference without values is said to be one: %s', (reference, count) => {
    const result = compared({ ...defaults, expression: reference, reference, variables: xy });
    expect(result).toMatchObject({ equal: false, points_undefined: count });
    expect(result.warnings.join()).toMatch(/^The reference has no finite value at 50 of 50 points/);
  });
  test('a difference below rounding is said to show nothing', () => {
    const small = { expression: '1 - cos(1e-6*x)', reference: '2*sin(1e-6*x/2)**2' };
    const lost = compared({ ...defaults, ...small, variables: xy });
    expect(lost.equal).toBe(false);
    expect(lost.warnings.join()).toContain('no more than double precision rounds');
    const wrong = { expression: '1 - cos(x)', reference: 'sin(x/2)**2' };
    expect(compared({ ...defaults, ...wrong, variables: xy })).toMatchObject({ equal: false, warnings: [] });
  });
  test.each([
    ['ln(x)', 'log(...)'],
    ['arctan(x)', 'atan(...)'],
    ['Sin[x]', 'sin(...)'],
    ['$x$', 'without dollar signs'],
  ])('another notation is told how to be written: %s', (expression, fix) => {
    expect(() => compared({ ...defaults, expression, reference: 'x', variables: xy })).toThrow(
      expect.objectContaining({ code: 'BAD_EXPRESSION', hint: expect.stringContaining(fix) as unknown }),
    );
  });
  test('refuses a range that is none', () => {
    const twice = [...variables, { name: 'y', min: 0, max: 1 }];
    expect(() => compared({ ...defaults, expression: 'y', reference: 'y', variables: twice })).toThrow(
      /twice/,
    );
    const empty = [{ name: 'y', min: 2, max: 1 }];
    expect(() => compared({ ...defaults, expression: 'y', reference: 'y', variables: empty })).toThrow(
      /above max/,
    );
  });
});
