import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collisionByBoth } from '../../toolkits/symbolic/test/compare-with-form.ts';
import { randomCollision } from '../../toolkits/symbolic/test/random-collisions.ts';
import { needsExternal } from '../external.ts';

test('FORM and the embedded engine agree exactly on five hundred random declared diagrams', {
  timeout: 3_600_000,
}, async (context) => {
  needsExternal(context, 'form', spawnSync('form', ['-v']).status === 0);
  await fc.assert(
    fc.asyncProperty(randomCollision, async (input) => {
      expect(await collisionByBoth(input)).toMatchObject({ same: true });
    }),
    { numRuns: 500, seed: 20240601 },
  );
});
