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
  test('reads common names, but no capital as a quark', () => {
    expect(particleOf({ name: 'Higgs' }).pdg_id).toBe(25);
    expect(particleOf({ name: 'photon' }).pdg_id).toBe(22);
    for (const input of [{ name: 'D' }, { name: 'B' }, { name: 'Zbar' }, { pdg_id: -22 }, { pdg_id: 9999 }])
      expect(() => particleOf(input)).toThrow(/no particle/);
    expect(() => particleOf({})).toThrow(/either/);
    expect(() => particleOf({ name: 'b', pdg_id: 5 })).toThrow(/either/);
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
