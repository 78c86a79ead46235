import { expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { readProcess } from '../src/tree/process.ts';
import { annihilation, COMPTON, dirac, E_MINUS, PHOTON, pair } from './collision-pieces.ts';
import { named } from './compare-with-form.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { collision, type Kind, type Line, type Terms } from './declared-collision.ts';
import { referenceCollision, referenceCollisions } from './reference-collisions.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

const W: Line = ['W', '1', 'particle', '80.4', '2.1'];
const PHI: Line = ['phi', '0', 'particle', '300', '3'];
const Z: Line = ['Z', '1', 'self-conjugate', '91.2', '2.5'];
const UP = dirac('u', 'particle', '0');
const ANTI_DOWN = dirac('d', 'antiparticle', '0');

/** u dbar -> boson -> u dbar, where the vertex s1 has dbar u and the vertex s2 ubar d. */
function elastic(
  line: Line,
  first: Terms,
  second: Terms,
  parameters: CollisionInput['parameters'] = [],
): readonly string[] {
  const vertexClass = line[1] === '1' ? 'FFV' : 'FFS';
  const input = collision(
    [UP, ANTI_DOWN],
    [UP, ANTI_DOWN],
    {
      s: {
        line,
        vertices: [
          [vertexClass, 'b a p', first],
          [vertexClass, '1 2 p', second],
        ],
      },
    },
    { sqrt_s_gev: 200, parameters },
  );
  return collide(input).warnings.filter((text) => text.includes('not conjugates'));
}

test.each<[string, Line, Terms, Terms, RegExp]>([
  [
    'a chirality that a scalar turns',
    PHI,
    { PL: '0.3' },
    { PL: '0.3' },
    /^Vertices "s1" and "s2" couple the same fields in opposite directions, dbar u phi\S* and ubar d phi\S*, .* it has PR with coupling "0\.3" at "s2", up to a common sign, and not PL with coupling "0\.3"\./,
  ],
  [
    'a complex coupling of a vector',
    W,
    { 'gamma.PL': '0.3 + 0.4*I' },
    { 'gamma.PL': '0.3 + 0.4*I' },
    /it has gamma\.PL with coupling "0\.3 - 0\.4\*I" at "s2", .* not gamma\.PL with coupling "0\.3 \+ 0\.4\*I"/,
  ],
  [
    'the other chirality of a vector',
    W,
    { 'gamma.PL': '0.3' },
    { 'gamma.PR': '0.3' },
    /it has gamma\.PL with coupling "0\.3" at "s2"/,
  ],
  ['another size', W, { 'gamma.PL': '0.3' }, { 'gamma.PL': '0.31' }, /not gamma\.PL with coupling "0\.31"/],
  [
    'the sign of one of two dipoles',
    W,
    { 'sigma.q': '0.1', 'sigma.q.g5': '0.2' },
    { 'sigma.q': '0.1', 'sigma.q.g5': '0.2' },
    /it has sigma\.q with coupling "0\.1" and sigma\.q\.g5 with coupling "-?\(?-?0\.2\)?" at/,
  ],
  ['one symbol at the wrong chirality', PHI, { PL: 'y' }, { PL: 'y' }, /it has PR with coupling "y" at "s2"/],
])('a conjugate that was forgotten is warned of: %s', (_what, line, first, second, said) => {
  const names = Object.values(first).includes('y') ? [{ name: 'y' }] : [];
  expect(elastic(line, first, second, names)).toEqual([expect.stringMatching(said)]);
});

test.each<[string, Line, Terms, Terms]>([
  ['of a scalar', PHI, { PL: '0.3 + 0.1*I', PR: '0.2' }, { PR: '0.3 - 0.1*I', PL: '0.2' }],
  ['of a vector', W, { 'gamma.PL': '0.3 + 0.4*I' }, { 'gamma.PL': '0.3 - 0.4*I' }],
  ['of another writing', W, { 'gamma.PL': '0.6', 'gamma.PR': '0.2' }, { gamma: '0.4', 'gamma.g5': '-0.2' }],
  ['of dipoles', W, { 'sigma.q': '0.1', 'sigma.q.g5': '0.2' }, { 'sigma.q': '0.1', 'sigma.q.g5': '-0.2' }],
  ['with a factor i too much in both', PHI, { g5: '0.3' }, { g5: '0.3' }],
  ['of symbols', PHI, { PL: 'y', PR: 'z' }, { PR: 'y', PL: 'z' }],
  ['that cannot be compared', PHI, { PL: 'y' }, { PL: 'z' }],
  ['written with other symbols', W, { 'gamma.PL': 'y' }, { 'gamma.PL': 'z' }],
  ['of a conjugated formula', W, { 'gamma.PL': 'y + I*z' }, { 'gamma.PL': 'y - I*z' }],
])('a pair of conjugates is not warned of: %s', (_what, line, first, second) => {
  expect(elastic(line, first, second, [{ name: 'y' }, { name: 'z' }])).toEqual([]);
});

test('a neutral boson that couples to one pair differently at both ends is warned of', () => {
  const e = dirac('e', 'particle', '0');
  const input = (to: Terms, field = 'e'): CollisionInput =>
    collision(
      [e, dirac('e', 'antiparticle', '0')],
      pair(field, '0'),
      { s: annihilation(Z, { 'gamma.PL': '0.3' }, to) },
      { sqrt_s_gev: 200 },
    );
  expect(collide(input({ 'gamma.PL': '0.2' })).warnings).toEqual([
    expect.stringMatching(/couple the same fields, ebar e Z, with couplings that are not conjugates/),
  ]);
  expect(collide(input({ 'gamma.PL': '0.3' })).warnings).toEqual([]);
  // Another flavour has couplings of its own.
  expect(collide(input({ 'gamma.PR': '0.2' }, 'mu')).warnings).toEqual([]);
});

test('bosons and symbols of different diagrams are compared as well', () => {
  const charged: Kind = ['phi', '0', 'particle', '10'];
  const other: Kind = ['chi', '0', 'particle', '20'];
  const scalars = (second: string): CollisionInput =>
    collision(
      [charged, other],
      [charged, other],
      {
        s: {
          line: ['H', '0', 'particle', '100', '1'],
          vertices: [
            ['SSS', 'a b p', { '1': '3 + 4*I' }],
            ['SSS', '1 2 p', { '1': second }],
          ],
        },
      },
      { sqrt_s_gev: 80 },
    );
  expect(collide(scalars('3 + 4*I')).warnings.join()).toMatch(/1 with coupling "3 - 4\*I" at "s2"/);
  expect(collide(scalars('3 - 4*I')).warnings).toEqual([]);
  const compton = collision([PHOTON, E_MINUS], [PHOTON, E_MINUS], COMPTON);
  const flipped = compton.terms.map((term, index) => (index === 0 ? { ...term, coupling: '2*e0' } : term));
  const told = collide({
    ...compton,
    terms: flipped,
    parameters: [
      { name: 'e0', value: 0.3 },
      { name: 'alpha', value: 0.0073 },
      { name: 'me', value: 0.000511 },
    ],
    sqrt_s_gev: 1,
  }).warnings;
  expect(told.filter((text) => text.includes('not conjugates'))).toHaveLength(1);
});

test('no reference process is warned of, with values or without', () => {
  const references = [
    ...referenceCollisions.map(referenceCollision),
    ...Object.values(COLLISIONS).map(named),
    ...Object.values(TEXTBOOK).map(named),
  ];
  expect(references.length).toBeGreaterThan(60);
  for (const declared of references)
    expect(readProcess(declared).warnings.filter((text) => text.includes('not conjugates'))).toEqual([]);
});
