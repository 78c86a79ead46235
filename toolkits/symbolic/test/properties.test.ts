import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import { readDecay } from '../src/decay.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { helicityWidth } from '../src/numeric/width.ts';
import { STRUCTURE_DIAGRAMS } from './reference-diagrams.ts';
import { decay, fToFS, fToFV, sToF1F2, vToF1F2, withValues } from './diagrams.ts';

type Values = Record<string, number>;
const isMass = (name: string): boolean => name.startsWith('m');

function namesOf(diagram: DeclaredDiagram): string[] {
  const texts = [...diagram.particles.map((p) => p.mass), ...diagram.terms.map((t) => t.coupling)];
  return [...new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []))].filter((n) => n !== 'I');
}

/** Values that leave the decay open: product masses are fractions of what the decaying mass leaves. */
function openValues(diagram: DeclaredDiagram): fc.Arbitrary<Values> {
  const parent = diagram.particles[0]!.mass;
  const names = namesOf(diagram);
  return fc
    .record({
      scale: fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
      share: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
      filled: fc.double({ min: 0.02, max: 0.999, noNaN: true }),
      couplings: fc.array(
        fc.double({ min: -2, max: 2, noNaN: true }).filter((c) => Math.abs(c) > 1e-3),
        {
          minLength: names.length,
          maxLength: names.length,
        },
      ),
    })
    .map(({ scale, share, filled, couplings }) => {
      const [first, second] = diagram.particles.slice(1).map((p) => p.mass);
      const parts =
        first === second
          ? { [first!]: (filled * scale) / 2 }
          : { [first!]: filled * share * scale, [second!]: filled * (1 - share) * scale };
      const known: Values = { [parent]: scale, ...parts };
      return Object.fromEntries(names.map((name, index) => [name, known[name] ?? couplings[index]!]));
    });
}

/** The width by helicity sums alone. */
function widthOf(
  diagram: DeclaredDiagram,
  values: Values,
  direction?: readonly [number, number, number],
): number {
  const { externals, resolved, factors } = readDecay(withValues(diagram, values));
  const width = helicityWidth(externals, resolved.vertex, factors, direction);
  if (width.kind !== 'width') throw new Error(`no width but ${width.kind}`);
  return width.widthGeV;
}
const agree = (a: number, b: number, tolerance = 1e-12): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance * Math.max(Math.abs(a), Math.abs(b)));
};
const every = Object.entries(STRUCTURE_DIAGRAMS);
const runs = { numRuns: 30 };

describe.each(every)('%s', (_structure, diagram) => {
  test('both engines agree and the width is positive', () => {
    fc.assert(
      fc.property(openValues(diagram), (values) => {
        const { width_gev: width, check } = decayRate(withValues(diagram, values));
        expect(width).toBeGreaterThan(0);
        expect(check!.relative_difference).toBeLessThan(1e-11);
      }),
      { numRuns: 100 },
    );
  });

  test('the width does not depend on the direction of flight', () => {
    const angle = fc.double({ min: 0, max: 6.28, noNaN: true });
    fc.assert(
      fc.property(openValues(diagram), angle, angle, (values, theta, phi) => {
        const direction = [
          Math.sin(theta) * Math.cos(phi),
          Math.sin(theta) * Math.sin(phi),
          Math.cos(theta),
        ] as const;
        agree(widthOf(diagram, values, direction), widthOf(diagram, values), 1e-9);
      }),
      runs,
    );
  });

  test('the order of particles, terms and parameters does not matter', () => {
    fc.assert(
      fc.property(openValues(diagram), (values) => {
        const turned = {
          ...diagram,
          particles: [...diagram.particles].reverse(),
          terms: [...diagram.terms].reverse(),
        };
        const reversed = Object.fromEntries(Object.entries(values).reverse());
        agree(widthOf(turned, reversed), widthOf(diagram, values));
      }),
      runs,
    );
  });

  test('all couplings times c give a width times c squared', () => {
    fc.assert(
      fc.property(openValues(diagram), fc.double({ min: 0.1, max: 10, noNaN: true }), (values, c) => {
        const names = new Set(namesOf({ ...diagram, particles: [] }).filter((name) => !isMass(name)));
        const scaled = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, names.has(name) ? c * value : value]),
        );
        agree(widthOf(diagram, scaled), c * c * widthOf(diagram, values), 1e-10);
      }),
      runs,
    );
  });

  test('all masses times c give a width times c, or 1/c or c^3 for a coupling with a dimension', () => {
    const dimension = dimensionOf(diagram);
    fc.assert(
      fc.property(openValues(diagram), fc.double({ min: 0.1, max: 10, noNaN: true }), (values, c) => {
        const scaled = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, isMass(name) ? c * value : value]),
        );
        // Rounded masses move by their last digit, which a small gap to threshold magnifies.
        agree(widthOf(diagram, scaled), c ** dimension * widthOf(diagram, values), 1e-9);
      }),
      runs,
    );
  });
});

/** Power of the masses in a width: the coupling of three scalars is a mass, that of field strengths one over a mass. */
function dimensionOf(diagram: DeclaredDiagram): number {
  if (diagram.terms.some(({ structure }) => structure.startsWith('FF'))) return 3;
  return diagram.terms.some(({ coupling }) => coupling.includes('kappa')) ? -1 : 1;
}

describe('symmetries', () => {
  const values = { yL: 0.31, yR: 0.78, gL: 0.41, gR: -0.2, mS: 1240, mV: 1240, m1: 410, m2: 95 };
  const swapped = { ...values, m1: values.m2, m2: values.m1 };

  test('exchanging the fermions of a pair exchanges their masses only', () => {
    for (const diagram of [sToF1F2({ PL: 'yL', PR: 'yR' }), vToF1F2({ 'gamma.PL': 'gL', 'gamma.PR': 'gR' })])
      agree(widthOf(diagram, values), widthOf(diagram, swapped));
  });

  test('exchanging left and right changes no width', () => {
    agree(widthOf(sToF1F2({ PL: 'yL', PR: 'yR' }), values), widthOf(sToF1F2({ PL: 'yR', PR: 'yL' }), values));
    agree(
      widthOf(vToF1F2({ 'gamma.PL': 'gL', 'gamma.PR': 'gR' }), values),
      widthOf(vToF1F2({ 'gamma.PL': 'gR', 'gamma.PR': 'gL' }), values),
    );
  });

  test('an antifermion decays like the fermion with the conjugate vertex', () => {
    const point = { mF: 911, mf: 243, mS: 418, a: 0.5, b: 0.3, c: 0.2 };
    const fermion = fToFS({ PL: 'a + I*b', PR: 'c' });
    const antifermion = decay(
      ['a', 'F', '1/2', 'antiparticle', 'mF'],
      [
        ['1', 'f', '1/2', 'antiparticle', 'mf'],
        ['2', 'S', '0', 'self-conjugate', 'mS'],
      ],
      'FFS',
      ['a', '1', '2'],
      { PL: 'c', PR: 'a - I*b' },
    );
    agree(widthOf(fermion, point), widthOf(antifermion, point));
  });

  test('in the lagrangian convention the conjugate term is found and said', () => {
    const point = { mF: 873, mf: 212, mV: 341, gL: 0.63, gR: 0.41 };
    const direct = {
      ...fToFV({ 'gamma.PL': 'gL', 'gamma.PR': 'I*gR' }),
      coupling_convention: 'lagrangian' as const,
    };
    const reversed = {
      ...direct,
      vertices: [{ id: 'v', class: 'FFV' as const, legs: ['a', '1', '2'] }],
    };
    const result = decayRate(withValues(reversed, point));
    agree(result.width_gev!, widthOf(direct, point));
    expect(result.notes.join()).toContain('hermitian conjugate');
    expect(result.conventions.vertex).toContain('hermitian conjugate');
  });

  test('a term whose conjugate drives the process is told with the conjugate boson', () => {
    const point = { mS: 1240, m1: 410, m2: 95, y: 0.3 };
    const terms = { PL: 'y' };
    const charged = sToF1F2(terms);
    const complex = {
      ...charged,
      particles: charged.particles.map((p) => (p.field === 'S' ? { ...p, type: 'particle' as const } : p)),
      coupling_convention: 'lagrangian' as const,
    };
    const [vertex] = complex.vertices;
    const reversed = { ...complex, vertices: [{ ...vertex!, legs: ['2', '1', 'a'] }] };
    // f1bar f2 S takes an S and makes f1 with f2bar; f2bar f1 S would make an S, so the conjugate has S^dagger.
    const told = (diagram: typeof complex) => decayRate(withValues(diagram, point)).conventions.lagrangian;
    expect(told(complex)).toBe('L = f1bar [(y)*PL] f2 S + h.c.');
    expect(told(reversed)).toBe('L = f2bar [(y)*PL] f1 S^dagger + h.c.');
  });

  test('a complex phase common to all couplings changes no width', () => {
    const point = { mS: 1240, m1: 410, m2: 95, yL: 0.31, yR: 0.78, phi: 0.7 };
    agree(
      widthOf(sToF1F2({ PL: 'yL*exp(I*phi)', PR: 'yR*exp(I*phi)' }), point),
      widthOf(sToF1F2({ PL: 'yL', PR: 'yR' }), point),
    );
  });
});

describe('near threshold no digit is lost', () => {
  test.each(every)('%s', (_structure, diagram) => {
    for (const exponent of [-6, -9, -12]) {
      const parent = diagram.particles[0]!.mass;
      const [first, second] = diagram.particles.slice(1).map((p) => p.mass);
      const low = 1 - 10 ** exponent;
      const known: Values = { [parent]: 1, [second!]: first === second ? low / 2 : 0.375, [first!]: low / 2 };
      if (first !== second) known[first!] = Number((low - 0.375).toPrecision(15));
      const values = Object.fromEntries(namesOf(diagram).map((name) => [name, known[name] ?? 0.5]));
      const { check, open } = decayRate(withValues(diagram, values));
      expect(open).toBe(true);
      expect(check!.relative_difference).toBeLessThan(1e-10);
    }
  });
});

describe('at threshold the width is 0 and the decay closed', () => {
  test.each([
    ['0.3', '0.1', '0.2'],
    ['0.8', '0.1', '0.7'],
    ['1240', '620', '620'],
    ['3*m', 'm', '2*m'],
  ])('%s -> %s + %s', (parent, first, second) => {
    const masses = [parent, first, second];
    const diagram = sToF1F2({ PL: '0.3', PR: '0.4' });
    const result = decayRate({
      ...diagram,
      particles: diagram.particles.map((p, index) => ({ ...p, mass: masses[index]! })),
      parameters: [{ name: 'm', value: 0.1 }],
    });
    expect(result).toMatchObject({ width_gev: 0, open: false });
    expect(result.check).toBeUndefined();
    expect(result.closed_form).toBeDefined();
  });
});
