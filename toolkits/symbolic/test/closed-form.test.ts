import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { decay, fToFS, fToFV, sToF1F2, sToFF, sToMajorana, sToVV, vToFF, vToVV } from './diagrams.ts';

/** The diagram with symbols for all names. */
function symbolic(diagram: DeclaredDiagram): DeclaredDiagram {
  const texts = [...diagram.particles.map((p) => p.mass), ...diagram.terms.map((t) => t.coupling)];
  const words = texts.flatMap((text) => text.match(/\b[A-Za-z]\w*(?!\w*\()/g) ?? []);
  const names = [...new Set(words)].filter((name) => !['I', 'pi', 'sqrt'].includes(name));
  return { ...diagram, parameters: names.map((name) => ({ name })) };
}
const formOf = (diagram: DeclaredDiagram) => decayRate(symbolic(diagram)).closed_form!;

// Forms as in the textbooks; that they are right is tested against numbers elsewhere.
describe('closed forms are written in the caller’s symbols and factorised', () => {
  const pair = ['particle', 'antiparticle'] as const;
  test.each<[string, DeclaredDiagram, string]>([
    ['scalar', sToFF({ '1': 'y' }), 'y**2*(mS**2 - 4*mf**2)**Rational(3, 2)/(8*pi*mS**2)'],
    ['pseudoscalar', sToFF({ g5: 'I*y' }), 'y**2*sqrt(mS**2 - 4*mf**2)/(8*pi)'],
    [
      'CP mixture',
      sToFF({ '1': 'a', g5: 'I*b' }),
      'sqrt(mS**2 - 4*mf**2)*(a**2*(mS**2 - 4*mf**2) + b**2*mS**2)/(8*pi*mS**2)',
    ],
    [
      'chiral',
      sToF1F2({ PL: 'yL', PR: 'yR' }),
      'sqrt((mS**2 - (m1 + m2)**2)*(mS**2 - (m1 - m2)**2))*((yL**2 + yR**2)*(mS**2 - m1**2 - m2**2) - 4*yL*yR*m1*m2)/(16*pi*mS**3)',
    ],
    [
      'Majorana',
      sToMajorana({ '1': '-y/2' }, 'lagrangian'),
      'y**2*(mS**2 - 4*mchi**2)**Rational(3, 2)/(16*pi*mS**2)',
    ],
    [
      'F -> f S',
      fToFS({ '1': 'y' }),
      'y**2*sqrt((mF - mf)**2 - mS**2)*((mF + mf)**2 - mS**2)**Rational(3, 2)/(16*pi*mF**3)',
    ],
    [
      'F -> massless f V',
      fToFV({ 'gamma.PL': 'g' }, ['mF', '0', 'mV']),
      'g**2*(mF**2 - mV**2)**2*(mF**2 + 2*mV**2)/(32*pi*mF**3*mV**2)',
    ],
    [
      'V -> f fbar',
      vToFF({ gamma: 'gV', 'gamma.g5': '-gA' }),
      'sqrt(mV**2 - 4*mf**2)*(gV**2*(mV**2 + 2*mf**2) + gA**2*(mV**2 - 4*mf**2))/(12*pi*mV**2)',
    ],
    [
      'S -> V V',
      sToVV(['V', 'V'], pair, ['mV', 'mV'], 'g*mV'),
      'g**2*sqrt(mS**2 - 4*mV**2)*(mS**4 - 4*mS**2*mV**2 + 12*mV**4)/(64*pi*mS**2*mV**2)',
    ],
    [
      'V -> W W',
      vToVV(['W', 'W'], pair, ['mW', 'mW']),
      'g**2*(mV**2 - 4*mW**2)**Rational(3, 2)*(mV**4 + 20*mV**2*mW**2 + 12*mW**4)/(192*pi*mV**2*mW**4)',
    ],
  ])('%s', (_title, diagram, expected) => {
    expect(formOf(diagram).sympy).toBe(expected);
  });

  test('with LaTeX, the symbols and the condition', () => {
    expect(formOf(sToFF({ '1': 'y' }))).toEqual({
      sympy: 'y**2*(mS**2 - 4*mf**2)**Rational(3, 2)/(8*pi*mS**2)',
      latex: '\\frac{y^{2} \\left(m_{S}^{2} - 4 m_{f}^{2}\\right)^{\\frac{3}{2}}}{8 \\pi m_{S}^{2}}',
      symbols: ['y', 'mS', 'mf'],
      valid_for: 'mS > 2*mf',
    });
    expect(formOf(sToF1F2({ PL: 'y' })).valid_for).toBe('mS > m1 + m2');
  });
});

describe('complex couplings', () => {
  test('an imaginary unit is multiplied out', () => {
    expect(formOf(sToF1F2({ PL: 'a + I*b', PR: 'a - I*b' })).sympy).toContain(
      '(a**2*(mS**2 - m1**2 - 2*m1*m2 - m2**2) + b**2*(mS**2 - m1**2 + 2*m1*m2 - m2**2))',
    );
  });
  test('a phase has modulus 1 and interferes by its cosine', () => {
    expect(formOf(sToF1F2({ PL: 'y*exp(I*phi)', PR: 'y' })).sympy).toBe(
      'y**2*sqrt((mS**2 - (m1 + m2)**2)*(mS**2 - (m1 - m2)**2))*(mS**2 - m1**2 - m2**2 - 2*cos(phi)*m1*m2)/(8*pi*mS**3)',
    );
  });
  test('what is not known to be real keeps its conjugate', () => {
    const { sympy } = formOf(sToF1F2({ PL: 'sqrt(x)', PR: 'y' }));
    expect(sympy).toContain('Abs(x)');
    expect(sympy).toContain('conjugate(sqrt(x))');
  });
  test('a root that is real at the given values is squared away', () => {
    const diagram = sToFF({ '1': 'sqrt(4*pi*alpha)' });
    const given = { alpha: 0.1, mS: 1240, mf: 320 };
    const parameters = Object.entries(given).map(([name, value]) => ({ name, value }));
    expect(decayRate({ ...diagram, parameters }).closed_form!.sympy).toBe(
      'alpha*(mS**2 - 4*mf**2)**Rational(3, 2)/(2*mS**2)',
    );
  });
  test('a sum of real names stays as it was written', () => {
    expect(formOf(sToFF({ '1': '(T3 - 2*Q*s2w)*g/2' })).sympy).toBe(
      '(T3 - 2*Q*s2w)**2*g**2*(mS**2 - 4*mf**2)**Rational(3, 2)/(32*pi*mS**2)',
    );
  });
});

describe('names and values', () => {
  test('a name without a value gives a closed form and no number', () => {
    const diagram = sToFF({ '1': 'y' });
    const coupled = decayRate({
      ...diagram,
      parameters: [{ name: 'y' }, { name: 'mS', value: 9 }, { name: 'mf', value: 1 }],
    });
    expect(coupled).toMatchObject({ open: true });
    expect(coupled).not.toHaveProperty('width_gev');
    expect(coupled).not.toHaveProperty('check');
    expect(coupled.notes).toEqual(['No number, since these have no value: y.']);
    const nothing = decayRate(symbolic(diagram));
    expect(nothing).not.toHaveProperty('open');
  });
  test('a closed decay needs no coupling', () => {
    const closed = decayRate({
      ...sToFF({ '1': 'y' }),
      parameters: [{ name: 'y' }, { name: 'mS', value: 9 }, { name: 'mf', value: 5 }],
    });
    expect(closed).toMatchObject({ width_gev: 0, open: false });
  });
  test('literal masses and couplings stay as they were written', () => {
    const diagram = sToFF({ '1': '0.87' });
    const masses = ['1240', '320', '320'];
    const particles = diagram.particles.map((p, index) => ({ ...p, mass: masses[index]! }));
    expect(decayRate({ ...diagram, particles }).closed_form!.sympy).toBe(
      '0.87**2*(1240**2 - 4*320**2)**Rational(3, 2)/(8*pi*1240**2)',
    );
  });
  test('a product as heavy as the decaying particle has no region for a formula', () => {
    const particles = sToFF({}).particles.map((p) => ({ ...p, mass: 'm' }));
    const result = decayRate({
      ...sToFF({ '1': 'y' }),
      particles,
      parameters: [{ name: 'm' }, { name: 'y' }],
    });
    expect(result).toMatchObject({ width_gev: 0, open: false });
    expect(result).not.toHaveProperty('closed_form');
    expect(result.notes.join()).toContain('No closed form');
  });
  test('a zero coupling gives exactly 0', () => {
    const result = decayRate({
      ...sToFF({ '1': 'y - y' }),
      parameters: [
        { name: 'y', value: 0.3 },
        { name: 'mS', value: 9 },
        { name: 'mf', value: 1 },
      ],
    });
    expect(result).toMatchObject({ width_gev: 0, open: true, check: { relative_difference: 0 } });
  });
});

test('too long a formula is left out in favour of the number, and said to be', () => {
  const names = Array.from({ length: 24 }, (_, index) => `coupling_of_kind_${index}`);
  const parameters = [...names, 'mS', 'm1', 'm2'].map((name, index) => ({
    name,
    value: name.startsWith('m') ? { mS: 900, m1: 200, m2: 90 }[name]! : 0.1 + index / 50,
  }));
  const sums = (offset: number) =>
    Array.from({ length: 6 }, (_, index) => `${index % 2 === 0 ? '' : 'I*'}${names[offset + index]!}`).join(
      ' + ',
    );
  const diagram = decay(
    ['a', 'S', '0', 'particle', 'mS'],
    [
      ['1', 'f1', '1/2', 'particle', 'm1'],
      ['2', 'f2', '1/2', 'antiparticle', 'm2'],
    ],
    'FFS',
    ['1', '2', 'a'],
    { '1': sums(0), g5: sums(6), PL: sums(12), PR: sums(18) },
  );
  const result = decayRate({ ...diagram, parameters });
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(8192);
  expect(result.width_gev).toBeGreaterThan(0);
  expect(result.check!.relative_difference).toBeLessThan(1e-10);
  expect(result.notes.join(' ')).toContain('left out: it is too long');
});

describe('decimals with an exponent are multiplied out, plain ones stay as they were written', () => {
  test.each([
    ['1e-3', '1e-6*'],
    ['(1e-3)**2*y', '1e-12*y**2*'],
    ['2.5e-6*y', '6.25e-12*y**2*'],
    ['1.1663788e-5', '1.36043950508944e-10*'],
    ['0.05*y', '0.05**2*y**2*'],
    ['1.5E2*y', '22500*y**2*'],
    ['3e-2*y', '0.0009*y**2*'],
    // More digits than a double holds.
    ['1.234567891e-3', '1.234567891e-3**2*'],
    ['y/2e-3', 'y**2*(mS**2 - 4*mf**2)**Rational(3, 2)/(8*4e-6*'],
  ])('%s', (coupling, expected) => {
    const { sympy } = formOf(sToFF({ '1': coupling }));
    expect(sympy.slice(0, expected.length)).toBe(expected);
  });
});
