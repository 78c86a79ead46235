import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { decay, sToFF, sToSS, vToSS, vToVV, withValues } from './diagrams.ts';
import { failure } from './refused-decays.ts';

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
  test('the vertex convention takes the rule as given, and warns', () => {
    const { warnings, width_gev: width } = decayRate(withValues(sToFF({ PL: 'y' }), values));
    expect(width).toBeGreaterThan(0);
    expect(warnings).toEqual([expect.stringContaining('no hermitian lagrangian'), 'Not used: z.']);
  });
});
