import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLocks } from '../../../src/lockfile/index.ts';
import { pairOperations } from '../../../src/lockfile/diff/pair-operations.ts';
import { lockOf, widthOperation } from './locks.ts';

const toolkit = (name: string, alias: string) =>
  fc
    .record({
      operations: fc.subarray(['Width', 'Mass', 'Length'], { minLength: 1 }),
      alias: fc.constantFrom(alias, `${alias}${alias}`),
      version: fc.constantFrom('1.0.0', '1.1.0'),
    })
    .map(({ operations, alias: as, version }) => ({
      name,
      version,
      request: `{version: "*", as: ${as}}`,
      fields: { operations: operations.map((operation) => widthOperation({}, operation)) },
    }));
const locks = fc
  .tuple(
    fc.option(toolkit('grid', 'a')),
    fc.option(toolkit('mesh', 'b')),
    fc.option(toolkit('@x/grid', 'aaa')),
  )
  .map((toolkits) => lockOf(...toolkits.filter((each) => each !== null)));

describe('the pairing of operations', () => {
  it('accounts for every operation of either lock exactly once', () => {
    fc.assert(
      fc.property(locks, locks, (before, after) => {
        const pairs = pairOperations(before, after);
        const names = (side: 'before' | 'after') =>
          pairs.flatMap((pair) => pair[side]?.tool.name ?? []).sort();
        expect(names('before')).toEqual(Object.keys(before.operations).sort());
        expect(names('after')).toEqual(Object.keys(after.operations).sort());
      }),
    );
  });

  it('is the same backwards: what one direction adds, the other removes', () => {
    fc.assert(
      fc.property(locks, locks, (before, after) => {
        const [there, back] = [diffLocks(before, after), diffLocks(after, before)];
        const names = (diff: typeof there, change: 'added' | 'removed') =>
          diff.operations.filter((entry) => entry.change === change).map((entry) => entry.name);
        expect(names(there, 'added')).toEqual(names(back, 'removed'));
        expect(names(there, 'removed')).toEqual(names(back, 'added'));
        // The publisher's step is judged in one direction, whichever way the lock goes.
        const judged = (diff: typeof there) =>
          diff.toolkits.map((each) =>
            each.change === 'changed' ? [each.toolkit, each.deserved, each.step, each.bump] : [each.toolkit],
          );
        const upward = (diff: typeof there) =>
          diff.toolkits.every(
            (each) => each.change !== 'changed' || each.changes.some(({ kind }) => kind === 'version'),
          );
        if (upward(there)) expect(judged(there)).toEqual(judged(back));
      }),
    );
  });
});
