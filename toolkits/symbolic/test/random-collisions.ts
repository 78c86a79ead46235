import fc from 'fast-check';
import type { CollisionInput } from '../src/process-input.ts';
import { collision, type Diagram, type Terms } from './declared-collision.ts';

const coupling = fc.constantFrom('x', 'I*y', 'x + I*y', '-z', '2*z', 'x - z');

/** Terms of a vertex: some of the structures, each with a coupling. */
const terms = (...structures: string[]): fc.Arbitrary<Terms> =>
  fc
    .subarray(structures, { minLength: 1, maxLength: 2 })
    .chain((chosen) =>
      fc
        .tuple(...chosen.map(() => coupling))
        .map((list) => Object.fromEntries(chosen.map((name, i) => [name, list[i]!]))),
    );

const UNITS = ['1', 'g5', 'PL', 'PR'];
const GAMMAS = ['gamma', 'gamma.g5', 'gamma.PL', 'gamma.PR'];
const scalar = terms(...UNITS);
const vector = terms(...GAMMAS, 'sigma.q', 'sigma.q.g5');
const pair = terms('g', 'FF', 'FFdual');

type Arrow = 'particle' | 'antiparticle' | 'self-conjugate';
const fermion = (field: string, type: Arrow, mass: string) => [field, '1/2', type, mass] as const;
const boson = (field: string, spin: '0' | '1', mass: string) =>
  [field, spin, 'self-conjugate', mass] as const;

/** A boson exchanged between two bilinears. */
const exchange = (first: string, second: string): fc.Arbitrary<Diagram> =>
  fc.oneof(
    fc.tuple(scalar, scalar).map(
      ([one, two]): Diagram => ({
        line: ['S', '0', 'self-conjugate', 'mS', 'GS'],
        vertices: [
          ['FFS', `${first} p`, one],
          ['FFS', `${second} p`, two],
        ],
      }),
    ),
    fc.tuple(vector, vector).map(
      ([one, two]): Diagram => ({
        line: ['V', '1', 'self-conjugate', 'mV', 'GV'],
        vertices: [
          ['FFV', `${first} p`, one],
          ['FFV', `${second} p`, two],
        ],
      }),
    ),
  );

const contact: fc.Arbitrary<Diagram> = terms(
  '1*PL',
  'g5*g5',
  'PR*1',
  'gamma*gamma.g5',
  'gamma.PL*gamma.PR',
).map((four): Diagram => ({ vertices: [['FFFF', '1 2 b a', four]] }));

const fermions = fc
  .record({ s: exchange('b a', '1 2'), t: exchange('1 a', 'b 2'), c: contact }, { requiredKeys: ['s'] })
  .map((diagrams) =>
    collision(
      [fermion('f', 'particle', 'mf'), fermion('f', 'antiparticle', 'mf')],
      [fermion('h', 'particle', 'mh'), fermion('h', 'antiparticle', 'mh')],
      diagrams as Record<string, Diagram>,
    ),
  );

const axial: fc.Arbitrary<Terms> = coupling.map((x) => ({ 'gamma.g5': x }));
const majoranaExchange = (first: string, second: string): fc.Arbitrary<Diagram> =>
  fc.oneof(
    fc.tuple(scalar, scalar).map(
      ([one, two]): Diagram => ({
        line: ['S', '0', 'self-conjugate', 'mS'],
        vertices: [
          ['FFS', `${first} p`, one],
          ['FFS', `${second} p`, two],
        ],
      }),
    ),
    fc.tuple(axial, axial).map(
      ([one, two]): Diagram => ({
        line: ['V', '1', 'self-conjugate', 'mV'],
        vertices: [
          ['FFV', `${first} p`, one],
          ['FFV', `${second} p`, two],
        ],
      }),
    ),
  );

const majoranas = fc
  .record({
    s: majoranaExchange('a b', '1 2'),
    t: majoranaExchange('a 1', '2 b'),
    u: majoranaExchange('2 a', '1 b'),
  })
  .map((diagrams) => {
    const chi = fermion('chi', 'self-conjugate', 'm');
    return collision([chi, chi], [chi, chi], diagrams);
  });

/** f V -> f S by all three channels. */
const compton = fc.tuple(vector, scalar, scalar, vector, vector, pair).map(([a, b, c, d, e, f]) =>
  collision(
    [fermion('f', 'particle', 'mf'), boson('V', '1', 'mV')],
    [fermion('f', 'particle', 'mf'), boson('S', '0', 'mS')],
    {
      s: {
        line: fermion('F', 'particle', 'mF'),
        vertices: [
          ['FFV', 'p a b', a],
          ['FFS', '1 p 2', b],
        ],
      },
      u: {
        line: fermion('F', 'particle', 'mF'),
        vertices: [
          ['FFS', 'p a 2', c],
          ['FFV', '1 p b', d],
        ],
      },
      t: {
        line: boson('X', '1', 'mX'),
        vertices: [
          ['FFV', '1 a p', e],
          ['VVS', 'p b 2', f],
        ],
      },
    },
  ),
);

/** V V -> S S by all channels. */
const bosons = fc.tuple(pair, coupling, pair, pair, coupling, coupling).map(([a, b, c, d, e, f]) =>
  collision([boson('V', '1', 'mV'), boson('W', '1', 'mW')], [boson('S', '0', 'mS'), boson('T', '0', 'mT')], {
    c: { vertices: [['VVSS', 'a b 1 2', { g: e }]] },
    s: {
      line: boson('R', '0', 'mR'),
      vertices: [
        ['VVS', 'a b p', a],
        ['SSS', 'p 1 2', { '1': b }],
      ],
    },
    t: {
      line: boson('X', '1', 'mX'),
      vertices: [
        ['VVS', 'a p 1', c],
        ['VVS', 'p b 2', d],
      ],
    },
    z: {
      line: boson('Z', '1', 'mZ'),
      vertices: [
        ['VVV', 'a b p', { YM: f }],
        ['SSV', '1 2 p', { 'p1-p2': e }],
      ],
    },
  }),
);

/** Sound collisions with couplings of every structure, without values. */
export const randomCollision: fc.Arbitrary<CollisionInput> = fc.oneof(fermions, majoranas, compton, bosons);
