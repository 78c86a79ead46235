import type { CollisionInput } from '../src/process-input.ts';
import { annihilation, dirac, exchange, PHI, pair, PHOTON, photons } from './collision-pieces.ts';
import { collision, type Diagram, type Kind, type Line, type Terms } from './declared-collision.ts';

const E = dirac('e', 'particle', '0');
const E_BAR = dirac('e', 'antiparticle', '0');
const NU = dirac('nu', 'particle', '0');
const Z: Line = ['Z', '1', 'self-conjugate', 'mZ', 'GZ'];
const Z_TOP: Line = ['Z', '1', 'self-conjugate', 'mZ'];
const Z_OUT: Kind = ['Z', '1', 'self-conjugate', 'mZ'];
const W: Line = ['W', '1', 'particle', 'mW'];
const chiral = (left: string, right: string): Terms => ({ 'gamma.PL': left, 'gamma.PR': right });
const CHARGED: Terms = { 'gamma.PL': 'g/sqrt(2)' };
const oneHelicity = (input: CollisionInput, ...ids: string[]): CollisionInput => ({
  ...input,
  particles: input.particles.map((p) => (ids.includes(p.id) ? { ...p, helicity_states: 1 } : p)),
});
const S_PLUS: Kind = ['S', '0', 'particle', 'm'];
const S_MINUS: Kind = ['S', '0', 'antiparticle', 'm'];
const W_PLUS: Kind = ['W', '1', 'particle', 'mW'];
const W_MINUS: Kind = ['W', '1', 'antiparticle', 'mW'];
const CHI: Kind = ['chi', '1/2', 'self-conjugate', 'm'];

/** Scalar QED: exchange of the scalar, and the seagull. */
const scalarPhotons = (
  [x, y]: readonly [string, string],
  [from, to]: readonly [string, string],
): Record<string, Diagram> => ({
  s: {
    line: S_PLUS,
    vertices: [
      ['SSV', `p ${from} ${x}`, { 'p1-p2': '-e' }],
      ['SSV', `${to} p ${y}`, { 'p1-p2': '-e' }],
    ],
  },
  u: {
    line: S_PLUS,
    vertices: [
      ['SSV', `p ${from} ${y}`, { 'p1-p2': '-e' }],
      ['SSV', `${to} p ${x}`, { 'p1-p2': '-e' }],
    ],
  },
  c: { vertices: [['VVSS', `${x} ${y} ${from} ${to}`, { g: '2*e**2' }]] },
});

/** Fermion exchange in f fbar -> V V'. */
const twoVectors = (first: Terms, second: Terms): Record<string, Diagram> => ({
  t: {
    line: ['e', '1/2', 'particle', '0'],
    vertices: [
      ['FFV', 'p a 1', first],
      ['FFV', 'b p 2', second],
    ],
  },
  u: {
    line: ['e', '1/2', 'particle', '0'],
    vertices: [
      ['FFV', 'p a 2', second],
      ['FFV', 'b p 1', first],
    ],
  },
});

const crossedExchange = (line: Line, terms: Terms): Diagram => ({
  line,
  vertices: [
    ['FFV', '2 a p', terms],
    ['FFV', '1 b p', terms],
  ],
});

/** Processes of textbooks; their values are computed by test/reference/textbook_cross_sections.py. */
export const TEXTBOOK: Readonly<Record<string, CollisionInput>> = {
  'e- e+ -> nu nubar (Z, W)': collision([E, E_BAR], pair('nu', '0'), {
    s: annihilation(Z, chiral('gL', 'gR'), { 'gamma.PL': 'gN' }),
    t: {
      line: W,
      vertices: [
        ['FFV', '1 a p', CHARGED],
        ['FFV', 'b 2 p', CHARGED],
      ],
    },
  }),
  'nu e -> nu e (Z, W)': oneHelicity(
    collision([NU, E], [NU, E], {
      t: {
        line: Z_TOP,
        vertices: [
          ['FFV', '1 a p', { 'gamma.PL': 'gN' }],
          ['FFV', '2 b p', chiral('gL', 'gR')],
        ],
      },
      u: {
        line: W,
        vertices: [
          ['FFV', '2 a p', CHARGED],
          ['FFV', '1 b p', CHARGED],
        ],
      },
    }),
    'a',
  ),
  'e- S -> e- S (photon)': collision(
    [dirac('l', 'particle', 'ml'), S_PLUS],
    [dirac('l', 'particle', 'ml'), S_PLUS],
    {
      t: {
        line: PHOTON,
        vertices: [
          ['FFV', '1 a p', { gamma: 'e' }],
          ['SSV', '2 b p', { 'p1-p2': '-e' }],
        ],
      },
    },
  ),
  'gamma S -> gamma S': collision([PHOTON, S_PLUS], [PHOTON, S_PLUS], scalarPhotons(['a', '1'], ['b', '2'])),
  'gamma gamma -> S+ S-': collision(
    [PHOTON, PHOTON],
    [S_PLUS, S_MINUS],
    scalarPhotons(['a', 'b'], ['2', '1']),
  ),
  'e- e+ -> Z Z': collision([E, E_BAR], [Z_OUT, Z_OUT], twoVectors(chiral('gL', 'gR'), chiral('gL', 'gR'))),
  'e- e+ -> Z gamma': collision([E, E_BAR], [Z_OUT, PHOTON], twoVectors(chiral('gL', 'gR'), { gamma: 'e' })),
  'e- e+ -> W- W+': collision([E, E_BAR], [W_MINUS, W_PLUS], {
    a: {
      line: PHOTON,
      vertices: [
        ['FFV', 'b a p', { gamma: '-e' }],
        ['VVV', '2 1 p', { YM: 'e' }],
      ],
    },
    z: {
      line: ['Z', '1', 'self-conjugate', 'mZ'],
      vertices: [
        ['FFV', 'b a p', chiral('gL', 'gR')],
        ['VVV', '2 1 p', { YM: 'g*cw' }],
      ],
    },
    n: {
      line: ['nu', '1/2', 'particle', '0'],
      vertices: [
        ['FFV', 'p a 1', CHARGED],
        ['FFV', 'b p 2', CHARGED],
      ],
    },
  }),
  'gamma e- -> W- nu': collision([PHOTON, E], [W_MINUS, NU], {
    s: {
      line: ['e', '1/2', 'particle', '0'],
      vertices: [
        ['FFV', 'p b a', { gamma: '-e' }],
        ['FFV', '2 p 1', CHARGED],
      ],
    },
    t: {
      line: W,
      vertices: [
        ['VVV', 'p 1 a', { YM: 'e' }],
        ['FFV', '2 b p', CHARGED],
      ],
    },
  }),
  'f f -> f f (massive vector)': collision([E, E], [E, E], {
    t: exchange(Z_TOP, { gamma: 'g' }),
    u: crossedExchange(Z_TOP, { gamma: 'g' }),
  }),
  'chi chi -> f fbar (Majorana, axial)': collision([CHI, CHI], pair('f', 'mf'), {
    s: annihilation(
      ['V', '1', 'self-conjugate', 'M', 'G'],
      { 'gamma.g5': 'gx' },
      { gamma: 'gV', 'gamma.g5': '-gA' },
    ),
  }),
  'chi chi -> f fbar (Majorana, scalars)': collision([CHI, CHI], pair('f', '0'), {
    t: {
      line: ['phi', '0', 'particle', 'M'],
      vertices: [
        ['FFS', '1 a p', { PR: 'y' }],
        ['FFS', 'b 2 p', { PL: 'y' }],
      ],
    },
    u: {
      line: ['phi', '0', 'particle', 'M'],
      vertices: [
        ['FFS', '1 b p', { PR: 'y' }],
        ['FFS', 'a 2 p', { PL: 'y' }],
      ],
    },
  }),
  'e- p -> e- p (Rosenbluth)': collision([E, dirac('p', 'particle', 'M')], [E, dirac('p', 'particle', 'M')], {
    t: {
      line: PHOTON,
      vertices: [
        ['FFV', '1 a p', { gamma: '-e' }],
        ['FFV', '2 b p', { gamma: 'e*F1', 'sigma.q': 'e*F2/(2*M)' }],
      ],
    },
  }),
  'e- e+ -> V -> W W (one vector)': collision([E, E_BAR], [W_MINUS, W_PLUS], {
    s: {
      line: ['V', '1', 'self-conjugate', 'M', 'G'],
      vertices: [
        ['FFV', 'b a p', { gamma: 'g' }],
        ['VVV', '2 1 p', { YM: 'h' }],
      ],
    },
  }),
  'e- e+ -> V -> h A': collision(
    [E, E_BAR],
    [
      ['h', '0', 'self-conjugate', 'mh'],
      ['A', '0', 'self-conjugate', 'mA'],
    ],
    {
      s: {
        line: ['V', '1', 'self-conjugate', 'M', 'G'],
        vertices: [
          ['FFV', 'b a p', { gamma: 'g' }],
          ['SSV', '1 2 p', { 'p1-p2': 'I*h' }],
        ],
      },
    },
    { coupling_convention: 'lagrangian' },
  ),
  'e- e+ -> gamma gamma (axion)': collision(
    [dirac('l', 'particle', 'ml'), dirac('l', 'antiparticle', 'ml')],
    [PHOTON, PHOTON],
    {
      s: {
        line: ['a', '0', 'self-conjugate', 'M', 'G'],
        vertices: [
          ['FFS', 'b a p', { g5: '-I*y' }],
          ['VVS', '1 2 p', { FFdual: '-c/4' }],
        ],
      },
    },
    { coupling_convention: 'lagrangian' },
  ),
  'q qbar -> gamma gamma, massless': collision(
    [E, E_BAR],
    [PHOTON, PHOTON],
    photons('e', '0', 'b', 'a', ['1', '2']),
  ),
  'phi phi -> h h (s, t, u)': collision(
    [PHI, PHI],
    [
      ['h', '0', 'self-conjugate', 'mh'],
      ['h', '0', 'self-conjugate', 'mh'],
    ],
    {
      s: {
        line: ['h', '0', 'self-conjugate', 'mh', 'G'],
        vertices: [
          ['SSS', 'a b p', { '1': '-k/2' }],
          ['SSS', '1 2 p', { '1': '-k3/6' }],
        ],
      },
      t: {
        line: PHI,
        vertices: [
          ['SSS', 'a p 1', { '1': '-k/2' }],
          ['SSS', 'b p 2', { '1': '-k/2' }],
        ],
      },
      u: {
        line: PHI,
        vertices: [
          ['SSS', 'a p 2', { '1': '-k/2' }],
          ['SSS', 'b p 1', { '1': '-k/2' }],
        ],
      },
      c: { vertices: [['SSSS', 'a b 1 2', { '1': '-lam/4' }]] },
    },
    { coupling_convention: 'lagrangian' },
  ),
};
