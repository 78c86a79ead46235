import fc from 'fast-check';
import { ToolbaseError } from 'toolbase/toolkit';
import { expect, test } from 'vitest';
import { decayRate } from '../src/compute-decay-rate.ts';
import { DecayResult } from '../src/decay-result.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import { STRUCTURES } from '../src/declaration/vertex-classes.ts';

const SPINS = { F: '1/2', S: '0', V: '1' } as const;
const CLASSES = ['FFS', 'FFV', 'VVS', 'SSV', 'VVV', 'SSS'] as const;
const COUPLINGS = [
  'g',
  '-I*h',
  'g + I*h',
  '(g - h)**2/2',
  'sqrt(2)*g',
  'sqrt(-g**2 - 1)*h',
  'exp(I*phi)*g',
  'g/(h + 2)',
  'conjugate(s*(1 + 2*I))',
  's',
  '0',
  'g*M/m',
  'sqrt(s)*h',
  '0.25',
  'I*sqrt(4*pi*Abs(h))',
] as const;
const MASSES = [
  'm',
  'm',
  'n',
  'n',
  '0',
  '2*m',
  'm + n',
  '320',
  'sqrt(2)*m',
  'n/3',
  '1e-3',
  's',
  'M',
] as const;
const TYPES = ['particle', 'antiparticle', 'self-conjugate'] as const;
const PARAMETERS = [
  { name: 'M', value: 1000 },
  { name: 'm', value: 210 },
  { name: 'n', value: 95.5 },
  { name: 'g', value: 0.41 },
  { name: 'h', value: -0.73 },
  { name: 'phi', value: 1.1 },
  { name: 's' },
];

/** Declarations that are often sound: three particles whose spins fit the class, fermions that mostly fit their leg,
 * everything else at random. */
const declarations: fc.Arbitrary<DeclaredDiagram> = fc
  .record({
    name: fc.constantFrom(...CLASSES),
    order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    fields: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 3, maxLength: 3 }),
    types: fc.array(fc.constantFrom(...TYPES), { minLength: 3, maxLength: 3 }),
    flow: fc.boolean(),
    masses: fc.array(fc.constantFrom(...MASSES), { minLength: 3, maxLength: 3 }),
    terms: fc.uniqueArray(fc.tuple(fc.nat(3), fc.constantFrom(...COUPLINGS)), {
      minLength: 1,
      maxLength: 4,
      selector: ([which]) => which,
    }),
    convention: fc.constantFrom('vertex', 'lagrangian'),
    multiplicity: fc.option(fc.constantFrom(3, 1 / 3, 0.123456789), { nil: undefined }),
  })
  .map(({ name, order, fields, types, flow, masses, terms, convention, multiplicity }) => {
    const letters = name.split('').map((letter) => SPINS[letter as 'F' | 'S' | 'V']);
    const structures = STRUCTURES.filter((structure) => structuresOf(name).includes(structure));
    const parent = order[0];
    return {
      particles: letters.map((spin, index) => ({
        id: `p${index}`,
        role: index === parent ? 'incoming' : 'outgoing',
        field: fields[index] === 'A' ? 'A' : `${fields[index]!}${index}`,
        spin,
        type: flow && spin === '1/2' ? fitting(index, index === parent) : types[index]!,
        mass: index === parent ? 'M' : masses[index]!,
      })),
      vertices: [{ id: 'v', class: name, legs: ['p0', 'p1', 'p2'] }],
      terms: terms.slice(0, structures.length).map(([which, coupling]) => ({
        vertex: 'v',
        structure: structures[which % structures.length]!,
        coupling,
      })),
      parameters: PARAMETERS,
      coupling_convention: convention,
      ...(multiplicity === undefined ? {} : { multiplicity }),
    };
  });

/** The type of a Dirac fermion on the first (barred) or second leg of a vertex. */
const fitting = (leg: number, incoming: boolean) => ((leg === 0) === incoming ? 'antiparticle' : 'particle');

const structuresOf = (name: string): readonly string[] =>
  ({
    FFS: ['1', 'g5', 'PL', 'PR'],
    FFV: ['gamma', 'gamma.g5', 'gamma.PL', 'gamma.PR'],
    VVS: ['g'],
    SSV: ['p1-p2'],
    VVV: ['YM'],
    SSS: ['1'],
  })[name]!;

test('a random declaration gives a checked result or an error that a user can act on', () => {
  let widths = 0;
  fc.assert(
    fc.property(declarations, (declaration) => {
      let result: DecayResult;
      try {
        result = decayRate(declaration);
      } catch (error) {
        if (!(error instanceof ToolbaseError)) throw error;
        expect(['BAD_ARGUMENTS', 'UNSUPPORTED', 'BAD_EXPRESSION']).toContain(error.code);
        expect(error.hint).toBeDefined();
        return;
      }
      DecayResult.parse(result);
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(8192);
      if (result.width_gev === undefined || result.open !== true) return;
      widths++;
      expect(result.width_gev).toBeGreaterThanOrEqual(0);
      expect(result.check!.relative_difference).toBeLessThan(1e-10);
    }),
    { numRuns: 1000 },
  );
  // Enough of them are sound for the test to mean something.
  expect(widths).toBeGreaterThan(200);
});
