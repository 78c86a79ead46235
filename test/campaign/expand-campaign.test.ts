import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandCampaign } from '../../src/campaign/index.ts';
import { extendPlan } from '../../src/campaign/extend-plan.ts';
import { loadCampaign } from '../../src/campaign/io/load-campaign.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { conditionId } from '../../src/record/index.ts';
import type { Condition } from '../../src/trial/index.ts';
import { decaysFolder } from './decays-folder.ts';

const decays = await decaysFolder();
const { campaign } = await loadCampaign(decays.campaign);
await decays.remove();

/** Conditions that differ in their prompt alone. */
const conditions = (names: readonly string[]): Condition[] =>
  names.map((name) => {
    const template = campaign.conditions[0]!;
    const identity = { ...template.identity, prompt: sha256(name) };
    return { ...template, name, identity, id: conditionId(identity) };
  });
const plan = (names: readonly string[], trials: number, seed = 1) =>
  expandCampaign({ ...campaign, seed, trials, conditions: conditions(names) });

const someNames = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 6 });

describe('expanding a campaign', () => {
  it('puts each condition once into each block', () => {
    fc.assert(
      fc.property(someNames, fc.integer({ min: 1, max: 6 }), fc.nat(), (names, trials, seed) => {
        const { trials: planned } = plan(names, trials, seed);
        expect(planned).toHaveLength(names.length * trials);
        expect(new Set(planned.map(({ id }) => id)).size).toBe(planned.length);
        for (let block = 0; block < trials; block += 1) {
          const inBlock = planned.slice(block * names.length, (block + 1) * names.length);
          expect(new Set(inBlock.map(({ condition }) => condition)).size).toBe(names.length);
          expect(inBlock.every((trial) => trial.index === block && trial.seed === seed + block)).toBe(true);
        }
      }),
    );
  });

  it('gives the same trials in the same order however the file lists its conditions', () => {
    fc.assert(
      fc.property(someNames, fc.nat(), (names, seed) => {
        expect(plan([...names].reverse(), 3, seed).trials).toEqual(plan(names, 3, seed).trials);
      }),
    );
  });

  it('orders blocks differently, and differently for another seed', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const orders = plan(names, 20).trials.map(({ condition }) => condition);
    const blocks = Array.from({ length: 20 }, (_, b) => orders.slice(5 * b, 5 * b + 5).join());
    expect(new Set(blocks).size).toBeGreaterThan(10);
    expect(plan(names, 20, 2).trials.map(({ condition }) => condition)).not.toEqual(orders);
  });

  it('puts no condition first more often than chance would', () => {
    const names = ['a', 'b', 'c', 'd'];
    const first = plan(names, 400).trials.filter((_, t) => t % 4 === 0);
    for (const { id } of conditions(names)) {
      const count = first.filter(({ condition }) => condition === id).length;
      // 100 expected, standard deviation 8.7.
      expect(Math.abs(count - 100)).toBeLessThan(40);
    }
  });
});

describe('extending a plan', () => {
  it('accepts what only adds to it, and nothing less', () => {
    fc.assert(
      fc.property(someNames, fc.nat(3), fc.nat(3), fc.nat(3), (names, drop, more, base) => {
        const trials = base + 1;
        const begun = plan(names.slice(0, Math.max(1, names.length - drop)), trials);
        const wanted = plan(names, trials + more);
        expect(extendPlan(begun, wanted, 'out')).toEqual(wanted);
        if (wanted.trials.length > begun.trials.length)
          expect(() => extendPlan(wanted, begun, 'out')).toThrow(
            expect.objectContaining({ code: 'BAD_CAMPAIGN' }),
          );
      }),
    );
  });
});
