import fc from 'fast-check';
import { rational } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { processForms } from '../src/algebra/process-forms.ts';
import { substituted } from '../src/algebra/substitute.ts';
import { bigValue } from '../src/arithmetic/big-value.ts';
import { factorValue } from '../src/convention/factor.ts';
import type { CollisionInput } from '../src/process-input.ts';
import { readProcess } from '../src/tree/process.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { named } from './compare-with-form.ts';
import { TEXTBOOK } from './textbook-diagrams.ts';

type Particle = CollisionInput['particles'][number];

const TURNED = {
  particle: 'antiparticle',
  antiparticle: 'particle',
  'self-conjugate': 'self-conjugate',
} as const;

/** A particle on the other side of the arrow: its antiparticle. */
const turned = (particle: Particle, role: 'incoming' | 'outgoing'): Particle => ({
  ...particle,
  role,
  type: TURNED[particle.type],
});

/** Without widths, which stand in s channels only, and with all helicities. */
const undamped = (input: CollisionInput): CollisionInput => ({
  ...named(input),
  particles: input.particles.map(({ width: _width, helicity_states: _states, ...particle }) => particle),
});

/** a b -> 1 2 as a 1~ -> b~ 2, with the same vertices. */
const crossed = (input: CollisionInput): CollisionInput => {
  const [a, b, one, two, ...lines] = input.particles;
  return { ...input, particles: [a!, turned(one!, 'incoming'), turned(b!, 'outgoing'), two!, ...lines] };
};

/** The squared amplitude summed over all spins, by its closed form. */
function summed(input: CollisionInput): (values: Readonly<Record<string, number>>) => number {
  const process = readProcess(input);
  const forms = processForms(process);
  const { names } = forms;
  const whole = substituted(forms.meanSquare, new Map(forms.definitions.map((d) => [d.name, d.value])));
  const factor = factorValue(process.factors.spinAverage);
  return ({ s, t, ...values }) => {
    const all = new Map(Object.entries(values).map(([name, value]) => [name, rational(value)]));
    all.set(names.s, rational(s!)).set(names.t, rational(t!));
    return bigValue(whole, all).re / factor;
  };
}

const invariant = fc.double({ min: -50, max: 50, noNaN: true }).filter((x) => Math.abs(x) > 0.5);
const value = fc.double({ min: 0.1, max: 0.9, noNaN: true });

describe('a particle crossed to the other side continues one squared amplitude into another', () => {
  test.each(Object.entries({ ...COLLISIONS, ...TEXTBOOK }))('%s', (_name, declared) => {
    const input = undamped(declared);
    const words = input.parameters!.map(({ name }) => name);
    const [direct, other] = [summed(input), summed(crossed(input))];
    const fermions = input.particles.slice(1, 3).filter(({ spin }) => spin === '1/2').length;
    const sign = fermions === 1 ? -1 : 1;
    fc.assert(
      fc.property(
        invariant,
        invariant,
        fc.array(value, { minLength: words.length, maxLength: words.length }),
        (s, t, numbers) => {
          const values = Object.fromEntries(words.map((word, index) => [word, numbers[index]!]));
          const [here, there] = [direct({ ...values, s, t }), sign * other({ ...values, s: t, t: s })];
          expect(Math.abs(here - there)).toBeLessThanOrEqual(1e-12 * Math.abs(here));
        },
      ),
      { numRuns: 20, seed: 20240612 },
    );
  });
});
