import type { CollisionInput } from '../src/process-input.ts';
import {
  type Diagram,
  type Kind,
  type Line,
  type ParticleInput,
  type Terms,
  collision,
} from './declared-collision.ts';

export const dirac = (field: string, type: 'particle' | 'antiparticle', mass: string): Kind => [
  field,
  '1/2',
  type,
  mass,
];
export const E_MINUS = dirac('e', 'particle', 'me');
export const E_PLUS = dirac('e', 'antiparticle', 'me');
export const PHOTON: Kind = ['A', '1', 'self-conjugate', '0'];
export const CHARGE = '-sqrt(4*pi*alpha)';
export const QED: Terms = { gamma: CHARGE };
const GZ = 'sqrt(4*pi*alpha/(s2w*(1-s2w)))';
/** gamma^mu (gV - gA g5) of a charged lepton. */
export const NEUTRAL: Terms = { gamma: `${GZ}/2*(-1/2 + 2*s2w)`, 'gamma.g5': `${GZ}/4` };
export const Z: Line = ['Z', '1', 'self-conjugate', 'mZ', 'GammaZ'];

export const annihilation = (line: Line, from: Terms, to: Terms = from): Diagram => ({
  line,
  vertices: [
    ['FFV', 'b a p', from],
    ['FFV', '1 2 p', to],
  ],
});
/** Both incoming particles are particles, or the second one an antiparticle. */
export const exchange = (line: Line, terms: Terms, second = '2 b'): Diagram => ({
  line,
  vertices: [
    ['FFV', '1 a p', terms],
    ['FFV', `${second} p`, terms],
  ],
});

export const pair = (field: string, mass: string): readonly [Kind, Kind] => [
  dirac(field, 'particle', mass),
  dirac(field, 'antiparticle', mass),
];
export const leptonPair = (mass: string, neutral: boolean): CollisionInput =>
  collision([E_MINUS, E_PLUS], pair('l', mass), {
    s: annihilation(PHOTON, QED),
    ...(neutral ? { z: annihilation(Z, NEUTRAL) } : {}),
  });

export const scalarPortal = (
  scalar: Line,
  first: Terms,
  second: Terms,
  types: readonly [ParticleInput['type'], ParticleInput['type']] = ['particle', 'antiparticle'],
  convention: CollisionInput['coupling_convention'] = 'vertex',
): CollisionInput =>
  collision(
    [dirac('f', 'particle', 'mf'), dirac('f', 'antiparticle', 'mf')],
    [
      ['chi', '1/2', types[0], 'mchi'],
      ['chi', '1/2', types[1], 'mchi'],
    ],
    {
      s: {
        line: scalar,
        vertices: [
          ['FFS', 'b a p', first],
          ['FFS', '1 2 p', second],
        ],
      },
    },
    { coupling_convention: convention },
  );
export const S: Line = ['S', '0', 'self-conjugate', 'mS', 'GammaS'];

export const COMPTON = {
  s: {
    line: ['e', '1/2', 'particle', 'me'],
    vertices: [
      ['FFV', 'p b a', QED],
      ['FFV', '2 p 1', QED],
    ],
  },
  u: {
    line: ['e', '1/2', 'particle', 'me'],
    vertices: [
      ['FFV', 'p b 1', QED],
      ['FFV', '2 p a', QED],
    ],
  },
} as const satisfies Record<string, Diagram>;

export const photons = (
  field: string,
  mass: string,
  left: string,
  right: string,
  [x, y]: readonly [string, string],
) =>
  ({
    t: {
      line: [field, '1/2', 'particle', mass],
      vertices: [
        ['FFV', `p ${right} ${x}`, QED],
        ['FFV', `${left} p ${y}`, QED],
      ],
    },
    u: {
      line: [field, '1/2', 'particle', mass],
      vertices: [
        ['FFV', `p ${right} ${y}`, QED],
        ['FFV', `${left} p ${x}`, QED],
      ],
    },
  }) as const satisfies Record<string, Diagram>;

export const PHI: Kind = ['phi', '0', 'self-conjugate', 'm'];
export const phiExchange = (first: string, second: string): Diagram => ({
  line: PHI,
  vertices: [
    ['SSS', `${first} p`, { '1': '-g/6' }],
    ['SSS', `${second} p`, { '1': '-g/6' }],
  ],
});

const squark: Line = ['phi', '0', 'particle', 'mphi'];
export const squarkExchange = (chi: string, other: string): Diagram => ({
  line: squark,
  vertices: [
    ['FFS', `${chi} a p`, { PL: 'y' }],
    ['FFS', `b ${other} p`, { PR: 'y' }],
  ],
});
