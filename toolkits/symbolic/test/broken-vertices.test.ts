import fc from 'fast-check';
import { ToolbaseError } from 'toolbase/toolkit';
import { expect, test } from 'vitest';
import { collide } from '../src/compute-cross-section.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { named } from './compare-with-form.ts';

type Break = (input: CollisionInput, at: number) => CollisionInput;

const replaced = <T>(list: readonly T[], at: number, change: (item: T) => T): T[] =>
  list.map((item, index) => (index === at % list.length ? change(item) : item));

const vertex =
  (change: (v: CollisionInput['vertices'][number]) => Partial<CollisionInput['vertices'][number]>): Break =>
  (input, at) => ({ ...input, vertices: replaced(input.vertices, at, (v) => ({ ...v, ...change(v) })) });
const term =
  (change: Partial<CollisionInput['terms'][number]>): Break =>
  (input, at) => ({ ...input, terms: replaced(input.terms, at, (t) => ({ ...t, ...change })) });
const particle =
  (change: Partial<CollisionInput['particles'][number]>): Break =>
  (input, at) => ({ ...input, particles: replaced(input.particles, at, (p) => ({ ...p, ...change })) });

/** Each makes any sound declaration unsound. */
const BREAKS: Readonly<Record<string, Break>> = {
  'a leg too few': vertex(({ legs }) => ({ legs: legs.slice(1) })),
  'a leg twice': vertex(({ legs }) => ({ legs: [legs[0]!, ...legs.slice(0, -1)] })),
  'a leg too many': vertex(({ legs }) => ({ legs: [...legs, legs[0]!] })),
  'a leg of nobody': vertex(({ legs }) => ({ legs: [...legs.slice(1), 'nobody'] })),
  'a structure that is none': term({ structure: 'tensor' }),
  'a term of no vertex': term({ vertex: 'nowhere' }),
  'a coupling of an unknown name': term({ coupling: 'unheard*2' }),
  'a coupling that is not finite': term({ coupling: '1/(2 - 2)' }),
  'a coupling that is code': term({ coupling: '__import__("os")' }),
  'a negative mass': particle({ mass: '-1' }),
  'two vertices of one id': (input) => ({ ...input, vertices: [...input.vertices, input.vertices[0]!] }),
  'two particles of one id': (input, at) => ({
    ...input,
    particles: [...input.particles, input.particles[at % input.particles.length]!],
  }),
  'a vertex without terms': (input, at) => {
    const { id } = input.vertices[at % input.vertices.length]!;
    return { ...input, terms: input.terms.filter((t) => t.vertex !== id) };
  },
  'a particle that is gone': (input, at) => ({
    ...input,
    particles: input.particles.filter((_, index) => index !== at % input.particles.length),
  }),
};

test('a declaration that is broken in any way is an error with a hint, never a number', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(COLLISIONS)),
      fc.constantFrom(...Object.entries(BREAKS)),
      fc.nat(11),
      (input, [what, change], at) => {
        const broken = change(named(input), at);
        let failure: unknown;
        try {
          collide(broken);
        } catch (error) {
          failure = error;
        }
        expect(failure, what).toBeInstanceOf(ToolbaseError);
        const { code, hint } = failure as ToolbaseError;
        expect(['BAD_ARGUMENTS', 'UNSUPPORTED', 'BAD_EXPRESSION'], what).toContain(code);
        expect(hint, what).toBeDefined();
      },
    ),
    { numRuns: 300, seed: 20240602 },
  );
});
