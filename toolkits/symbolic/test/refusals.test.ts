import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { fToFS, fToFV, sToVV, vToVV, withValues } from './diagrams.ts';
import { failure, good, parameters, particle, terms, value, vertex } from './refused-decays.ts';

describe('an input that does not fit is refused by field, with what would fit', () => {
  test.each<[string, DeclaredDiagram, string, RegExp]>([
    ['two particles of one id', particle(2, { id: '1' }), 'particles/2/id', /its own id/],
    ['an id that is no label', particle(1, { id: 'a b' }), 'particles/1/id', /letters, digits/],
    ['no incoming particle', particle(0, { role: 'outgoing' }), 'particles', /role to "incoming"/],
    ['two incoming particles', particle(1, { role: 'incoming' }), 'particles', /role to "incoming"/],
    ['one product', { ...good, particles: good.particles.slice(0, 2) }, 'particles', /each product/],
    ['one field with two spins', particle(1, { spin: '0' }), 'particles/2', /share spin, mass and type/],
    ['one field with two masses', particle(1, { mass: 'mS' }), 'particles/2', /share spin, mass and type/],
    [
      'one field that is real and complex',
      particle(1, { type: 'self-conjugate' }),
      'particles/2',
      /share spin, mass and type/,
    ],
    ['a negative mass', value('mf', -3), 'particles/1/mass', /0 GeV or more/],
    ['a complex mass', particle(0, { mass: 'mS*(1 + I)' }), 'particles/0/mass', /real mass/],
    [
      'a mass of infinite value',
      particle(0, { mass: '1/(mf - mf)' }),
      'particles/0/mass',
      /division by zero/,
    ],
    ['a massless decaying particle', value('mS', 0), 'particles/0/mass', /mass in GeV/],
    ['a number that is not finite', value('y', Number.POSITIVE_INFINITY), 'parameters/0/value', /between/],
    ['a number that is NaN', value('y', Number.NaN), 'parameters/0/value', /between/],
    ['a number out of range', value('y', 1e200), 'parameters/0/value', /between/],
    ['a missing parameter', parameters({ name: 'y', value: 1 }), 'particles/0/mass', /"name": "mS"/],
    [
      'a parameter given twice',
      parameters(...good.parameters!, { name: 'y', value: 2 }),
      'parameters/3/name',
      /one entry/,
    ],
    ['a parameter called I', parameters({ name: 'I', value: 1 }), 'parameters/0/name', /Rename/],
    ['a parameter called pi', parameters({ name: 'pi', value: 3 }), 'parameters/0/name', /Rename/],
    ['a parameter called sqrt', parameters({ name: 'sqrt', value: 3 }), 'parameters/0/name', /Rename/],
    ['a parameter called lambda', parameters({ name: 'lambda', value: 3 }), 'parameters/0/name', /Rename/],
    ['a parameter that is no name', parameters({ name: "m'", value: 3 }), 'parameters/0/name', /Start with/],
    ['a leg that is no particle', vertex({ legs: ['1', '2', 'b'] }), 'vertices/0/legs/2', /Use the ids/],
    ['a leg used twice', vertex({ legs: ['1', '1', 'a'] }), 'vertices/0/legs/1', /exactly once/],
    ['too few legs', vertex({ legs: ['1', '2'] }), 'vertices/0/legs', /all three/],
    ['too many legs', vertex({ legs: ['1', '2', 'a', 'a'] }), 'vertices/0/legs/3', /exactly once/],
    ['a scalar where a fermion belongs', vertex({ legs: ['a', '1', '2'] }), 'vertices/0/legs/0', /F, F, S/],
    ['a class of other spins', vertex({ class: 'FFV' }), 'vertices/0/legs/2', /choose the class/],
    ['an antiparticle as barred leg', vertex({ legs: ['2', '1', 'a'] }), 'vertices/0/legs/0', /first/],
    ['a term of no vertex', terms({ vertex: 'w' }), 'terms/0/vertex', /Use the id/],
    ['a structure of another class', terms({ structure: 'gamma' }), 'terms/0/structure', /1, g5, PL, PR/],
    ['gamma5 for g5', terms({ structure: 'gamma5' }), 'terms/0/structure', /^Did you mean g5\? Use one of 1/],
    ['a structure in small letters', terms({ structure: 'pl' }), 'terms/0/structure', /^Did you mean P/],
    ['a structure twice', terms({}, { coupling: '2*y' }), 'terms/1/structure', /sum/],
    ['a coupling of an unknown name', terms({ coupling: 'y*z' }), 'terms/0/coupling', /"name": "z"/],
    ['a coupling that divides by zero', terms({ coupling: 'y/0' }), 'terms/0/coupling', /division by zero/],
    ['a spin average above 1', { ...good, spin_average: 2 }, 'spin_average', /0.5/],
    ['a negative symmetry factor', { ...good, symmetry_factor: -0.5 }, 'symmetry_factor', /0.5/],
    ['a multiplicity of 0', { ...good, multiplicity: 0 }, 'multiplicity', /between/],
  ])('%s', (_title, input, field, hint) => {
    const error = failure(input);
    expect(error.code).toBe('BAD_ARGUMENTS');
    expect(error.message.split(':')[0]).toBe(field);
    expect(error.hint).toMatch(hint);
  });

  test.each<[string, string]>([
    ['2y', 'BAD_EXPRESSION'],
    ['y**', 'BAD_EXPRESSION'],
    ['f(y)', 'BAD_EXPRESSION'],
    ['import os', 'BAD_ARGUMENTS'],
    ['__import__("os")', 'BAD_ARGUMENTS'],
    ['y;y', 'BAD_EXPRESSION'],
  ])('the coupling %j is no arithmetic', (coupling, code) => {
    const error = failure(terms({ coupling }));
    expect(error.code).toBe(code);
    expect(error.message).toContain('terms/0/coupling');
  });
});

describe('what is beyond this version is refused by name', () => {
  const propagator = particle(0, { role: 'propagator' });
  const second = { ...good.vertices[0]!, id: 'w' };
  test.each<[string, DeclaredDiagram]>([
    ['a propagator', propagator],
    ['a second vertex', { ...good, vertices: [...good.vertices, second] }],
    ['a class of four fields', vertex({ class: 'SSSS' })],
    ['three products', { ...good, particles: [...good.particles, { ...good.particles[1]!, id: '3' }] }],
    ['two outgoing particles of one Dirac field', particle(2, { type: 'particle' })],
  ])('%s', (_title, input) => {
    expect(failure(input).code).toBe('UNSUPPORTED');
  });

  test.each<[string, DeclaredDiagram]>([
    ['F -> f V', withValues(fToFV({ gamma: 'g' }), { g: 1, mF: 900, mf: 180, mV: 0 })],
    [
      'S -> V V',
      withValues(sToVV(['V', 'V'], ['particle', 'antiparticle'], ['0', '0'], 'g'), { g: 1, mS: 9 }),
    ],
    [
      'V -> V1 V2',
      withValues(vToVV(['A', 'B'], ['self-conjugate', 'self-conjugate'], ['m1', 'm2']), {
        g: 1,
        mV: 900,
        m1: 0,
        m2: 20,
      }),
    ],
  ])('a massless vector in %s, whose width has no such limit', (_title, input) => {
    const error = failure(input);
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.message).toContain('massless');
  });
});

test('a term may not name a reserved word as its coupling', () => {
  expect(failure(withValues(fToFS({ '1': 'sqrt' }), { mF: 9, mf: 1, mS: 1 })).code).toBe('BAD_EXPRESSION');
});

test('towers of powers are no way to keep the machine busy', () => {
  const tower = (base: string) => `${'('.repeat(20)}${base}${'**60)'.repeat(20)}`;
  const start = performance.now();
  expect(failure(terms({ coupling: tower('10') })).message).toContain('no finite value');
  expect(failure(terms({ coupling: tower('1.1') })).message).toContain('no finite value');
  const one = decayRate(terms({ coupling: `y*${tower('1')}` }));
  expect(one.width_gev).toBeCloseTo(23.4649117229, 9);
  const symbolic = { ...good, parameters: good.parameters!.map(({ name }) => ({ name })) };
  const powers = decayRate({ ...symbolic, terms: terms({ coupling: '((y**60)**60)**60' }).terms });
  expect(powers.closed_form!.sympy).toContain('((y**60)**60)**120*');
  expect(decayRate({ ...symbolic, terms: terms({ coupling: tower('y') }).terms }).closed_form).toBeDefined();
  expect(decayRate({ ...symbolic, terms: terms({ coupling: tower('10*y') }).terms })).toBeDefined();
  expect(performance.now() - start).toBeLessThan(10_000);
});

describe('habits of other notations are answered with how to write it here', () => {
  test.each<[coupling: string, problem: string, fix: string]>([
    ['i*y', 'i is not the imaginary unit', 'The imaginary unit is I'],
    ['1j*y', 'j is not the imaginary unit', 'The imaginary unit is I'],
    ['2.5i', 'i is not the imaginary unit', 'The imaginary unit is I'],
    ['125.2 GeV', 'the unit GeV', 'write "125.2"'],
    ['y*105.66MeV', 'the unit MeV', 'write "105.66*1e-3"'],
    ['y*TeV', 'the unit TeV', 'leave the unit out'],
    ['np.sqrt(2)*y', 'np.sqrt is of a Python module', 'Write sqrt without "np."'],
    ['\\frac{y}{2}', 'LaTeX is not read', 'm/v for a fraction'],
    ['y + \u03c4', 'the Greek letter tau (U+03C4)', 'such as tau'],
    ['y + \u0393', 'the Greek letter Gamma (U+0393)', 'such as Gamma'],
    ['2\u00b7y', 'the character U+00B7', 'Write * instead'],
    ['y\u{1F600}', 'the character U+1F600', 'ASCII'],
    ['yy', '"yy" is not among the parameters', 'Did you mean y?'],
  ])('%s', (coupling, problem, fix) => {
    const error = failure(terms({ coupling }));
    expect(error.message).toContain(problem);
    expect(error.message).toContain('terms/0/coupling');
    expect(error.hint).toContain(fix);
  });
  test('a name that looks like one of them stays a name', () => {
    const named = { ...terms({ coupling: 'i*GeV*x1i*e2j' }), parameters: [...good.parameters!] };
    for (const name of ['i', 'GeV', 'x1i', 'e2j']) named.parameters.push({ name, value: 1 });
    expect(decayRate(named).width_gev).toBeGreaterThan(0);
  });
});
