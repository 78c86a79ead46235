import { ToolbaseError } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import {
  decay,
  fToFS,
  fToFV,
  sToFF,
  sToMajorana,
  sToSS,
  sToVV,
  vToSS,
  vToVV,
  withValues,
} from './diagrams.ts';

const good = withValues(sToFF({ '1': 'y' }), { y: 0.87, mS: 1240, mf: 320 });

function failure(input: DeclaredDiagram): ToolbaseError {
  try {
    decayRate(input);
  } catch (error) {
    if (error instanceof ToolbaseError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const particle = (index: number, change: Partial<DeclaredDiagram['particles'][number]>): DeclaredDiagram => ({
  ...good,
  particles: good.particles.map((p, at) => (at === index ? { ...p, ...change } : p)),
});
const vertex = (change: Partial<DeclaredDiagram['vertices'][number]>): DeclaredDiagram => ({
  ...good,
  vertices: [{ ...good.vertices[0]!, ...change }],
});
const terms = (...list: Partial<DeclaredDiagram['terms'][number]>[]): DeclaredDiagram => ({
  ...good,
  terms: list.map((term) => ({ ...good.terms[0]!, ...term })),
});
const parameters = (...list: NonNullable<DeclaredDiagram['parameters']>): DeclaredDiagram => ({
  ...good,
  parameters: list,
});
const value = (name: string, number: number) =>
  parameters(...good.parameters!.map((p) => (p.name === name ? { name, value: number } : p)));

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

describe('a vertex that is zero by symmetry is said to be', () => {
  const majoranaCurrent = (list: Record<string, string>, convention: 'vertex' | 'lagrangian') =>
    withValues(
      decay(
        ['a', 'V', '1', 'self-conjugate', 'mV'],
        [
          ['1', 'chi', '1/2', 'self-conjugate', 'm'],
          ['2', 'chi', '1/2', 'self-conjugate', 'm'],
        ],
        'FFV',
        ['1', '2', 'a'],
        list,
        convention,
      ),
      { g: 0.4, h: 0.3, mV: 900, m: 200 },
    );
  test('the vector current of a Majorana field', () => {
    for (const convention of ['vertex', 'lagrangian'] as const) {
      const error = failure(majoranaCurrent({ gamma: 'g' }, convention));
      expect(error.message).toContain('vanishes identically');
      expect(error.hint).toContain('gamma.g5');
    }
  });
  test('a Feynman rule that contains it beside the axial one', () => {
    expect(failure(majoranaCurrent({ gamma: 'g', 'gamma.g5': 'h' }, 'vertex')).code).toBe('BAD_ARGUMENTS');
    expect(failure(majoranaCurrent({ 'gamma.PL': 'g' }, 'vertex')).code).toBe('BAD_ARGUMENTS');
  });
  test('in a lagrangian it drops out with a warning', () => {
    const mixed = decayRate(majoranaCurrent({ gamma: 'g', 'gamma.g5': 'h' }, 'lagrangian'));
    const axial = decayRate(majoranaCurrent({ 'gamma.g5': 'h' }, 'lagrangian'));
    expect(mixed.width_gev).toBe(axial.width_gev);
    expect(mixed.warnings.join()).toContain('vector part');
    const left = decayRate(majoranaCurrent({ 'gamma.PL': '2*h' }, 'lagrangian'));
    expect(left.width_gev).toBeCloseTo(axial.width_gev!, 12);
  });
  test.each<[string, DeclaredDiagram]>([
    [
      'a derivative between identical scalars',
      decay(
        ['a', 'V', '1', 'self-conjugate', 'mV'],
        [
          ['1', 'S', '0', 'self-conjugate', 'mS'],
          ['2', 'S', '0', 'self-conjugate', 'mS'],
        ],
        'SSV',
        ['1', '2', 'a'],
        { 'p1-p2': 'g' },
      ),
    ],
    [
      'a Yang-Mills vertex of identical vectors',
      vToVV(['B', 'B'], ['self-conjugate', 'self-conjugate'], ['m1', 'm1']),
    ],
  ])('%s', (_title, diagram) => {
    const error = failure(withValues(diagram, { g: 1, mV: 900, mS: 100, m1: 100 }));
    expect(error.message).toContain('Bose symmetry');
  });
});

const pseudoscalarToZh = (coupling: string): DeclaredDiagram =>
  decay(
    ['a', 'A', '0', 'self-conjugate', 'mA'],
    [
      ['1', 'Z', '1', 'self-conjugate', 'mZ'],
      ['2', 'h', '0', 'self-conjugate', 'mh'],
    ],
    'SSV',
    ['a', '2', '1'],
    { 'p1-p2': coupling },
    'lagrangian',
  );

describe('a lagrangian term of self-conjugate content must be hermitian', () => {
  const values = { y: 0.87, z: 0.2, mS: 1240, mf: 320 };
  const dirac = (list: Record<string, string>) => withValues(sToFF(list, 'lagrangian'), values);
  test('one chirality alone is ambiguous and refused', () => {
    const error = failure(dirac({ PL: 'y' }));
    expect(error.message).toContain('not hermitian');
    expect(error.hint).toContain('h.c.');
  });
  test('a real scalar beside a real pseudoscalar coupling is refused', () => {
    expect(failure(dirac({ '1': 'y', g5: 'z' })).message).toContain('not hermitian');
    expect(failure(dirac({ '1': 'y + I*z' })).message).toContain('not hermitian');
  });
  test('the hermitian forms are accepted without a warning', () => {
    for (const list of [
      { '1': 'y', g5: 'I*z' },
      { PL: 'y + I*z', PR: 'y - I*z' },
      { PL: 'y', PR: 'y' },
    ])
      expect(decayRate(dirac(list)).warnings).toEqual(
        ['Not used: z.'].filter(() => !JSON.stringify(list).includes('z')),
      );
  });
  test('a missing factor I is refused, and the hint says where it belongs', () => {
    const error = failure(dirac({ g5: 'y' }));
    expect(error.code).toBe('BAD_ARGUMENTS');
    expect(error.message).toContain('antihermitian');
    expect(error.hint).toContain('g5 with coupling "I*(y)"');
    expect(decayRate(dirac({ g5: 'I*(y)' })).width_gev).toBeGreaterThan(0);
  });
  test('a complex coupling of real scalars is refused', () => {
    const scalars = sToSS(['S1', 'S2'], ['m1', 'm2'], 'lagrangian', 'kappa*(1 + I)');
    const error = failure(withValues(scalars, { kappa: 9, mS: 900, m1: 100, m2: 200 }));
    expect(error.hint).toContain('real coupling');
  });
  test.each<[string, DeclaredDiagram, right: string, wrong: string]>([
    ['A -> Z h of real fields', pseudoscalarToZh('g'), 'I*g', 'g'],
    ['V -> S S* of a complex field', { ...vToSS(), coupling_convention: 'lagrangian' }, 'g', 'I*g'],
    [
      'V -> V1 V2 of real fields',
      {
        ...vToVV(['V1', 'V2'], ['self-conjugate', 'self-conjugate'], ['m1', 'm2']),
        coupling_convention: 'lagrangian',
      },
      'I*g',
      'g',
    ],
    [
      'V -> W W* of a complex field',
      { ...vToVV(['W', 'W'], ['particle', 'antiparticle'], ['m1', 'm1']), coupling_convention: 'lagrangian' },
      'g',
      'I*g',
    ],
  ])('the derivative term of %s is refused when a factor I is off', (_title, diagram, right, wrong) => {
    const point = { g: 0.3, mA: 900, mV: 900, mS: 100, mZ: 91, mh: 125, m1: 80, m2: 200 };
    const warningsWith = (coupling: string) => {
      const values = Object.fromEntries(
        Object.entries(point).filter(
          ([name]) => name === 'g' || diagram.particles.some((p) => p.mass === name),
        ),
      );
      const [term] = diagram.terms;
      return decayRate(withValues({ ...diagram, terms: [{ ...term!, coupling }] }, values)).warnings.join();
    };
    expect(warningsWith(right)).toBe('');
    expect(() => warningsWith(wrong)).toThrow('antihermitian');
    expect(() => warningsWith('g*(1 + I)')).toThrow('not hermitian');
  });
  test('symbols without a value are taken to fulfil it, with a warning', () => {
    const symbolic = { ...sToFF({ PL: 'yL', PR: 'yR' }, 'lagrangian'), parameters: [] };
    const names = ['yL', 'yR', 'mS', 'mf'].map((name) => ({ name }));
    const { warnings } = decayRate({ ...symbolic, parameters: names });
    expect(warnings.join()).toContain('PR the conjugate of PL');
  });
  test('the vertex convention asks no such thing', () => {
    expect(decayRate(withValues(sToFF({ PL: 'y' }), values)).warnings).toEqual(['Not used: z.']);
  });
});

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
  const derivative = decayRate(withValues(vToSS(), { g: 1, mV: 9, mS: 1 }));
  expect(derivative.conventions.vertex).toBe('i*[(g)*(p1-p2)]');
  expect(derivative.conventions.polarisation_sums).toBe('massive vectors: -g + k k/m**2');
  expect(decayRate(good).conventions).not.toHaveProperty('polarisation_sums');
});
