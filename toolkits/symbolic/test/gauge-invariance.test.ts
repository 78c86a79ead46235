import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachOf } from '../src/collide.ts';
import { type CollisionSum, gaugeBreakers } from '../src/numeric/collision-sum.ts';
import { readProcess } from '../src/tree/process.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { withInputs } from './declared-collision.ts';

/** Processes with external photons and every attachment of them. */
const WITH_PHOTONS = Object.entries(COLLISIONS).filter(([, { particles }]) =>
  particles.some(({ role, spin, mass }) => role !== 'propagator' && spin === '1' && mass === '0'),
);

const sumOf = (name: string, mass: number, coupling: number, energy: number): CollisionSum => {
  const input = COLLISIONS[name]!;
  const texts = [...input.particles.map((p) => p.mass), ...input.terms.map((t) => t.coupling)];
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []));
  for (const word of ['sqrt', 'pi', 'I']) words.delete(word);
  const values = Object.fromEntries([...words].map((word) => [word, word.startsWith('m') ? mass : coupling]));
  const reach = reachOf(readProcess(withInputs(input, values)), energy);
  if (reach.kind !== 'values') throw new Error('has values');
  return reach.sum;
};

test('there are processes with external photons to test', () => {
  expect(WITH_PHOTONS.length).toBeGreaterThan(1);
});

test.each(WITH_PHOTONS)(
  '%s: a photon polarised along its momentum is not seen by all diagrams together, and is by each alone',
  (name) => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        fc.double({ min: 1.1, max: 40, noNaN: true }),
        (mass, coupling, above) => {
          const sum = sumOf(name, mass, coupling, 2 * mass * above);
          expect(gaugeBreakers(sum)).toEqual([]);
          const halves = sum.trees.map((tree) => gaugeBreakers({ ...sum, trees: [tree] }));
          expect(halves.every((ids) => ids.length > 0)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  },
);
