import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsExternal } from '../../../test/external.ts';
import { collisionByBoth } from './compare-with-form.ts';
import { randomCollision } from './random-collisions.ts';

test('FORM and the embedded engine agree exactly on five hundred random declared diagrams', {
  timeout: 600_000,
}, async (context) => {
  needsExternal(context, 'form', spawnSync('form', ['-v']).status === 0);
  await fc.assert(
    fc.asyncProperty(randomCollision, async (input) => {
      expect(await collisionByBoth(input)).toMatchObject({ same: true });
    }),
    { numRuns: 500, seed: 20240601 },
  );
});
