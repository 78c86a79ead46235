import { ToolbaseError } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { collision, withInputs } from './declared-collision.ts';
import { sToVV, withValues } from './diagrams.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

function failure(input: CollisionInput): ToolbaseError {
  try {
    collide(input);
  } catch (error) {
    if (error instanceof ToolbaseError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const of = (name: string, values: Record<string, number>, more: Partial<CollisionInput>): CollisionInput =>
  withInputs(COLLISIONS[name]!, values, more);
const bhabha = of('e_e_e_e_Bhabha_QED', { alpha: 0.0073, me: 0.000511 }, { sqrt_s_gev: 1 });
const cut = { ...bhabha, cos_min: -0.9, cos_max: 0.9 };
const portal = of(
  'f_fbar_S_chi_chibar_Dirac',
  { mf: 10, mchi: 20, y_f: 0.3, y_chi: 0.2, mS: 100, GammaS: 2 },
  { sqrt_s_gev: 80 },
);
const changed = (
  input: CollisionInput,
  id: string,
  change: Partial<CollisionInput['particles'][number]>,
) => ({
  ...input,
  particles: input.particles.map((p) => (p.id === id ? { ...p, ...change } : p)),
});
const legs = (input: CollisionInput, id: string, list: readonly string[]) => ({
  ...input,
  vertices: input.vertices.map((v) => (v.id === id ? { ...v, legs: [...list] } : v)),
});

describe('a collision that does not fit is refused by field, with what would fit', () => {
  test.each<[string, CollisionInput, string, RegExp]>([
    [
      'one incoming particle',
      changed(cut, 'b', { role: 'outgoing' }),
      'particles',
      /two outgoing|collision/i,
    ],
    ['an energy below the incoming masses', { ...portal, sqrt_s_gev: 15 }, 'sqrt_s_gev', /centre-of-mass/],
    ['a negative energy', { ...portal, sqrt_s_gev: -3 }, 'sqrt_s_gev', /positive/],
    ['an empty range of angles', { ...cut, cos_min: 0.9 }, 'cos_min', /cos_min < cos_max/],
    ['a leg of another diagram', legs(cut, 's1', ['b', 'a', 'pt']), 'vertices/0/legs/2', /Use the ids/],
    ['an external particle twice', legs(cut, 's2', ['1', 'a', 'ps']), 'particles/0', /exactly once/],
    [
      'a propagator of no diagram',
      changed(cut, 'pt', { diagram: 'x' }),
      'particles/5/diagram',
      /declare its vertices/,
    ],
    [
      'a propagator with a loose end',
      { ...portal, vertices: portal.vertices.slice(0, 1), terms: portal.terms.slice(0, 1) },
      'particles/2',
      /exactly once/,
    ],
    [
      'two vertices of one id',
      { ...portal, vertices: portal.vertices.map((v) => ({ ...v, id: 's1' })) },
      'vertices/1/id',
      /its own id/,
    ],
    [
      'a vertex without terms',
      { ...portal, terms: portal.terms.filter(({ vertex }) => vertex === 's1') },
      'vertices/1',
      /structure with a coupling/,
    ],
    [
      'an energy on top of a resonance without width',
      changed({ ...portal, sqrt_s_gev: 100 }, 'ps', { width: '0' }),
      'particles/4/width',
      /width in GeV/,
    ],
    ['a negative width', changed(portal, 'ps', { width: '-2' }), 'particles/4/width', /GeV/],
    [
      'three spin states of a fermion',
      changed(portal, 'a', { helicity_states: 3 }),
      'particles/0/helicity_states',
      /neutrino/,
    ],
    ['a barred leg that cannot be', legs(portal, 's1', ['a', 'b', 'ps']), 'vertices/0/legs/0', /first/],
  ])('%s', (_title, input, field, hint) => {
    const error = failure(input);
    expect(error.code).toMatch(/BAD_ARGUMENTS|UNSUPPORTED/);
    expect(error.message.split(':')[0]).toBe(field);
    expect(error.hint).toMatch(hint);
  });

  test('a massless exchange without a cut says which cut', () => {
    const uncut = failure(bhabha);
    expect(uncut.code).toBe('BAD_ARGUMENTS');
    expect(uncut.message).toContain('cos(theta) = 1');
    expect(uncut.hint).toContain('cos_max');
    const moller = of('e_e_e_e_Moller', { alpha: 0.0073, me: 0.000511 }, { sqrt_s_gev: 1, cos_max: 0.9 });
    expect(failure(moller).hint).toContain('cos_min');
    expect(failure({ ...bhabha, cos_min: 0.5 }).hint).toContain('cos_max');
    expect(collide({ ...bhabha, cos_max: 0.5 }).cross_section_pb).toBeGreaterThan(0);
  });

  test('a loop and a disconnected diagram have no routing of momenta', () => {
    const extra = { ...portal.particles[4]!, id: 'q' };
    const loop = {
      ...portal,
      particles: [...portal.particles, extra],
      vertices: [
        { id: 's1', diagram: 's', class: 'SSSS' as const, legs: ['a', 'b', 'ps', 'q'] },
        { id: 's2', diagram: 's', class: 'SSSS' as const, legs: ['1', '2', 'ps', 'q'] },
      ],
      terms: ['s1', 's2'].map((vertex) => ({ vertex, structure: '1' as const, coupling: '1' })),
    };
    const scalars = {
      ...loop,
      particles: loop.particles.map((p) => ({
        ...p,
        spin: '0' as const,
        type: 'self-conjugate' as const,
        field: p.id === 'ps' || p.id === 'q' ? 'S' : `${p.field}${p.id}`,
      })),
    };
    expect(failure(scalars).message).toContain('loop');
    const apart = {
      ...scalars,
      particles: scalars.particles.filter(({ id }) => id !== 'ps' && id !== 'q'),
      vertices: [
        { id: 's1', diagram: 's', class: 'SSS' as const, legs: ['a', 'b', '1'] },
        { id: 's2', diagram: 's', class: 'SSS' as const, legs: ['2', 'x', 'y'] },
      ],
    };
    const others = ['x', 'y'].map((id) => ({ ...apart.particles[0]!, id, field: id }));
    const propagators = others.map((p) => ({ ...p, role: 'propagator' as const, diagram: 's' }));
    expect(failure({ ...apart, particles: [...apart.particles, ...propagators] }).message).toBe(
      'particles/4: propagator "x" stands at only one vertex (s2) of diagram "s"',
    );
  });

  test('two vertices that nothing joins are named', () => {
    const fields = ['a', 'b', '1', '2'].map((id, index) => ({
      id,
      field: `S${id}`,
      role: index < 2 ? ('incoming' as const) : ('outgoing' as const),
      spin: '0' as const,
      type: 'self-conjugate' as const,
      mass: '1',
    }));
    const line = {
      role: 'propagator' as const,
      diagram: 's',
      spin: '0' as const,
      type: 'self-conjugate' as const,
    };
    const lines = ['p', 'q', 'r'].map((id) => ({ ...line, id, field: id, mass: '5' }));
    const error = failure({
      particles: [...fields, ...lines],
      vertices: [
        { id: 'v1', diagram: 's', class: 'SSSS', legs: ['a', 'b', '1', '2'] },
        { id: 'v2', diagram: 's', class: 'SSS', legs: ['p', 'q', 'r'] },
        { id: 'v3', diagram: 's', class: 'SSS', legs: ['p', 'q', 'r'] },
      ],
      terms: ['v1', 'v2', 'v3'].map((vertex) => ({ vertex, structure: '1', coupling: '1' })),
      coupling_convention: 'vertex',
      sqrt_s_gev: 9,
    });
    expect(error.message).toContain('nothing joins "v2" and "v3" to "v1"');
  });
});

describe('a massless vector', () => {
  test('in a current that is not conserved names the vertex and the leg', () => {
    const axial = {
      ...cut,
      terms: cut.terms.map((term) => ({ ...term, structure: 'gamma.g5' as const })),
    };
    const refused = failure(axial);
    expect(refused.code).toBe('UNSUPPORTED');
    expect(refused.message).toMatch(/vertices\/0 is not conserved: an axial current/);
  });
  test('in a set of diagrams that is not gauge invariant is warned of', () => {
    const compton = of('gamma_e_gamma_e_Compton', { alpha: 0.0073, me: 0.1 }, { sqrt_s_gev: 0.4 });
    const half = {
      ...compton,
      particles: compton.particles.filter(({ diagram }) => diagram !== 'u'),
      vertices: compton.vertices.filter(({ diagram }) => diagram !== 'u'),
      terms: compton.terms.filter(({ vertex }) => !vertex.startsWith('u')),
    };
    const { warnings, check } = collide(half);
    expect(warnings.join()).toContain('not gauge invariant for the massless vector A:');
    expect(check?.relative_difference).toBeLessThan(1e-9);
  });
  test('that a scalar decays into is refused as a loop', () => {
    const declared = withValues(sToVV(['A', 'A'], ['self-conjugate', 'self-conjugate'], ['0', '0'], 'g'), {
      g: 1,
      mS: 125,
    });
    expect(() => decayRate(declared)).toThrow(/massless/);
  });
});

describe('warnings', () => {
  test('of a resonance without width, and of none where it cannot be on shell', () => {
    const without = changed(portal, 'ps', { width: '0' });
    expect(collide(without).warnings.join()).toContain('has no width');
    expect(collide(changed(without, 'ps', { mass: '15 + 0*mS*GammaS' })).warnings).toEqual([]);
  });
  test('of exchanged diagrams that identical particles need', () => {
    const moller = of(
      'e_e_e_e_Moller',
      { alpha: 0.0073, me: 0.1 },
      { sqrt_s_gev: 1, cos_min: -0.9, cos_max: 0.9 },
    );
    const half = {
      ...moller,
      particles: moller.particles.filter(({ diagram }) => diagram !== 'u'),
      vertices: moller.vertices.filter(({ diagram }) => diagram !== 'u'),
      terms: moller.terms.filter(({ vertex }) => !vertex.startsWith('u')),
    };
    expect(collide(half).warnings.join()).toContain('exchanged diagrams are missing');
  });
  test('of exchanged diagrams that identical incoming particles need', () => {
    const values = { y: 0.5, m: 100, M: 200 };
    const whole = withInputs(TEXTBOOK['chi chi -> f fbar (Majorana, scalars)']!, values, { sqrt_s_gev: 210 });
    const half = {
      ...whole,
      particles: whole.particles.filter(({ diagram }) => diagram !== 'u'),
      vertices: whole.vertices.filter(({ diagram }) => diagram !== 'u'),
      terms: whole.terms.filter(({ vertex }) => !vertex.startsWith('u')),
    };
    expect(collide(whole).warnings).toEqual([]);
    expect(collide(half).warnings).toEqual([
      'chi (id "a") and chi (id "b") are identical, but exchanging them changes the amplitude: the exchanged diagrams are missing.',
    ]);
  });
  test('of a diagram that is declared twice', () => {
    const { s, t } = {
      s: { vertices: [['SSSS', 'a b 1 2', { '1': 'x' }]] },
      t: { vertices: [['SSSS', '2 1 b a', { '1': 'x' }]] },
    } as const;
    const names = ['A', 'B', 'C', 'D'].map((field) => [field, '0', 'self-conjugate', 'm'] as const);
    const [a, b, c, d] = names;
    const input = withInputs(collision([a!, b!], [c!, d!], { s, t }), { x: 1, m: 1 }, { sqrt_s_gev: 5 });
    expect(collide(input).warnings.join()).toContain('both are added');
  });
  test('of off-shell products below threshold', () => {
    const declared = withValues(sToVV(['W', 'W'], ['particle', 'antiparticle'], ['mW', 'mW'], 'g*mW'), {
      g: 0.65,
      mS: 125.2,
      mW: 80.369,
    });
    const wide = {
      ...declared,
      particles: declared.particles.map((p) => (p.id === 'a' ? p : { ...p, width: '2.08' })),
    };
    const { width_gev: width, open, warnings } = decayRate(wide);
    expect({ width, open }).toEqual({ width: 0, open: false });
    expect(warnings.join()).toContain('off-shell W');
  });
});

test('at and below the threshold of the products the cross section is 0', () => {
  for (const sqrt_s_gev of [39, 40])
    expect(collide({ ...portal, sqrt_s_gev })).toMatchObject({
      cross_section_pb: 0,
      cross_section_gev_minus2: 0,
      open: false,
    });
});

test('without an energy or a value there is a closed form and no number', () => {
  const { sqrt_s_gev: energy, ...formula } = portal;
  expect(energy).toBe(80);
  const symbolic = collide(formula);
  expect(symbolic.cross_section_pb).toBeUndefined();
  expect(symbolic.closed_form?.sympy).toContain('y_f**2*y_chi**2');
  const open = collide({
    ...portal,
    parameters: portal.parameters!.map((p) => (p.name === 'y_f' ? { name: 'y_f' } : p)),
  });
  expect(open.open).toBe(true);
  expect(open.notes.join()).toContain('y_f');
});

test('in the lagrangian convention the conjugate vertex is found and told', () => {
  const chiral = (second: Record<string, string>, legsOfSecond: string) =>
    withInputs(
      collision(
        [
          ['f', '1/2', 'particle', 'mf'],
          ['f', '1/2', 'antiparticle', 'mf'],
        ],
        [
          ['chi', '1/2', 'particle', 'mchi'],
          ['chi', '1/2', 'antiparticle', 'mchi'],
        ],
        {
          t: {
            line: ['phi', '0', 'particle', 'mphi'],
            vertices: [
              ['FFS', '1 a p', { PL: 'y*(1 + 2*I)', PR: 'z' }],
              ['FFS', legsOfSecond, second],
            ],
          },
        },
        { coupling_convention: 'lagrangian' },
      ),
      { y: 0.3, z: 0.2, mf: 1, mchi: 5, mphi: 20 },
      { sqrt_s_gev: 17 },
    );
  const found = collide(chiral({ PL: 'y*(1 + 2*I)', PR: 'z' }, '2 b p'));
  const written = collide(chiral({ PR: 'y*(1 - 2*I)', PL: 'z' }, 'b 2 p'));
  expect(found.cross_section_pb! / written.cross_section_pb! - 1).toBeCloseTo(0, 12);
  expect(found.conventions.vertices[1]?.vertex).toContain('hermitian conjugate');
});

describe('a four-fermion term of the lagrangian convention whose fields are their own conjugates', () => {
  const contact = (list: Record<string, string>): CollisionInput =>
    withInputs(
      collision(
        [
          ['e', '1/2', 'particle', 'me'],
          ['e', '1/2', 'antiparticle', 'me'],
        ],
        [
          ['q', '1/2', 'particle', 'mq'],
          ['q', '1/2', 'antiparticle', 'mq'],
        ],
        { c: { vertices: [['FFFF', 'b a 1 2', list]] } },
        { coupling_convention: 'lagrangian' },
      ),
      { G: 1e-5, me: 0, mq: 5 },
      { sqrt_s_gev: 90 },
    );
  test.each<Record<string, string>>([
    { 'gamma.PL*gamma.PR': 'G' },
    { '1*1': 'G' },
    { '1*g5': 'I*G' },
    { 'PL*PR': 'G*(1 + I)', 'PR*PL': 'G*(1 - I)' },
  ])('is computed where it is hermitian: %j', (list) => {
    expect(collide(contact(list)).cross_section_pb).toBeGreaterThan(0);
  });
  test.each<[Record<string, string>, string]>([
    [{ 'gamma.PL*gamma.PR': 'I*G' }, 'antihermitian'],
    [{ '1*g5': 'G' }, 'antihermitian'],
    [{ 'PL*PR': 'G' }, 'is not hermitian'],
    [{ '1*1': 'G*(1 + I)' }, 'is not hermitian'],
  ])('and refused where it is not: %j', (list, problem) => {
    const error = failure(contact(list));
    expect(error.code).toBe('BAD_ARGUMENTS');
    expect(error.message).toContain(problem);
  });
});

test('an energy below the incoming masses is refused with their sum, below the outgoing ones it is said with theirs', () => {
  const low = failure({ ...portal, sqrt_s_gev: 0.08 });
  expect(low.message).toContain(
    '0.08 GeV is not above the masses of the incoming particles, 20 GeV together',
  );
  const closed = collide({ ...portal, sqrt_s_gev: 30 });
  expect(closed).toMatchObject({ open: false, cross_section_pb: 0 });
  expect(closed.notes.join()).toContain('The outgoing particles have 40 GeV together.');
});
