import { ToolbaseError } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import { decayRate } from '../src/compute-decay-rate.ts';
import type { DeclaredDiagram } from '../src/declaration/input.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { withInputs } from './declared-collision.ts';
import { failure, good } from './refused-decays.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

const charged = <T extends DeclaredDiagram>(input: T, charges: Readonly<Record<string, number>>): T => ({
  ...input,
  particles: input.particles.map((p) => {
    const charge = charges[p.id];
    return charge === undefined ? p : { ...p, charge };
  }),
});

describe('the charges of a decay', () => {
  test('that add up are no matter of words', () => {
    const { warnings, width_gev: width } = decayRate(charged(good, { '1': -1, '2': 1 }));
    expect(warnings).toEqual([]);
    expect(width).toBe(decayRate(good).width_gev);
  });
  test('that contradict their field are refused', () => {
    const error = failure(charged(good, { '1': -1, '2': -1 }));
    expect(error.message).toBe(
      'particles/2/charge: the antiparticle of "f" has charge -1 here, where the rest gives 1',
    );
    expect(failure(charged(good, { a: 1 })).message).toContain('self-conjugate field "S" has no charge');
  });
  test('that do not add up are refused with the sum of both sides', () => {
    const topQuark: DeclaredDiagram = {
      ...good,
      particles: [
        { id: 'a', role: 'incoming', field: 'H', spin: '0', type: 'particle', mass: 'mS', charge: 1 },
        { id: '1', role: 'outgoing', field: 't', spin: '1/2', type: 'particle', mass: 'mf', charge: 0.667 },
        {
          id: '2',
          role: 'outgoing',
          field: 'b',
          spin: '1/2',
          type: 'antiparticle',
          mass: '4',
          charge: 0.333,
        },
      ],
    };
    expect(decayRate(topQuark).warnings).toEqual([]);
    const error = failure(charged(topQuark, { '2': -0.333 }));
    expect(error.message).toBe(
      'particles: charge is not conserved: 1 (1 of H (id "a")) goes in and 0.334 (0.667 of t (id "1"), -0.333 of b (id "2")) comes out',
    );
    expect(error.hint).toContain('positron');
  });
});

describe('the charges of a collision', () => {
  const pair = withInputs(
    TEXTBOOK['e- e+ -> W- W+']!,
    { e: 0.3, g: 0.6, cw: 0.88, gL: -0.2, gR: 0.2, mW: 80, mZ: 91 },
    { sqrt_s_gev: 200 },
  );
  const right = { a: -1, b: 1, '1': -1, '2': 1, pn: 0 };
  const refusal = (input: CollisionInput): ToolbaseError => {
    try {
      collide(input);
    } catch (error) {
      if (error instanceof ToolbaseError) return error;
      throw error;
    }
    throw new Error('was accepted');
  };
  test('are conserved at every vertex of every diagram', () => {
    expect(collide(charged(pair, right)).warnings).toEqual([]);
  });
  test('must fit the propagator between two vertices', () => {
    const error = refusal(charged(pair, { ...right, pn: 1 }));
    expect(error.message).toContain(
      'charge is not conserved in diagram "n": 0 flows between the vertices "n1" and "n2"',
    );
  });
  test('tell of external particles at the wrong vertices', () => {
    const exchanged = {
      ...pair,
      vertices: pair.vertices.map((v) => ({
        ...v,
        legs: v.id === 'n1' ? ['pn', 'a', '2'] : v.id === 'n2' ? ['b', 'pn', '1'] : v.legs,
      })),
    };
    expect(refusal(charged(exchanged, right)).message).toContain(
      '2 flows between the vertices "n1" and "n2"',
    );
  });
  test('are not checked while one is missing, and that is said', () => {
    expect(collide(charged(pair, { a: -1, b: 1 })).warnings).toEqual([
      'Conservation of charge was not checked: no charge is declared for W (id "1"), W (id "2") (0 for a neutral one).',
    ]);
  });
});

describe('spin states of a beam', () => {
  const scattering = TEXTBOOK['nu e -> nu e (Z, W)']!;
  const values = { gL: -0.2, gR: 0.2, gN: 0.3, g: 0.6, mZ: 91, mW: 80 };
  const collided = (input: CollisionInput) => collide(withInputs(input, values, { sqrt_s_gev: 50 })).warnings;
  test('that do not couple may be left out of the average', () => {
    expect(collided(scattering)).toEqual([]);
  });
  test('that couple may not: a warning says how much the result is off', () => {
    const vectorlike = {
      ...scattering,
      terms: scattering.terms.map((t) => (t.vertex === 't1' ? { ...t, structure: 'gamma' } : t)),
    };
    expect(collided(vectorlike).join()).toContain(
      'helicity_states 1 of nu (id "a") divides a sum to which 2 of its spin states contribute: the result is 2 times',
    );
  });
  test('of a massive vector are all summed, so fewer are refused', () => {
    const beams = TEXTBOOK['gamma e- -> W- nu']!;
    const massive = {
      ...beams,
      particles: beams.particles.map((p) => (p.id === 'a' ? { ...p, mass: '0.5', helicity_states: 2 } : p)),
    };
    expect(() => collide(withInputs(massive, { e: 0.3, g: 0.6, mW: 80 }, { sqrt_s_gev: 200 }))).toThrow(
      /particles\/0\/helicity_states: a massive particle of spin 1 has 3 spin states/,
    );
  });
});
