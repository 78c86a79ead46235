import { afterEach, beforeEach, expect, it } from 'vitest';
import { agreeWithLock } from '../../src/workflow/agree-with-lock.ts';
import { verify } from '../../src/workflow/io/index.ts';
import type { ExposedName } from '../../src/kernel/index.ts';
import type { Lock } from '../../src/lockfile/index.ts';
import { sampleOperation } from '../lockfile/sample-manifest.ts';
import { Lab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const REWORDED = '  grid: {version: "1", reword: {Width: {description: "Total width, in GeV."}}}';
const width = 'grid__Width' as ExposedName;

async function rewordedLock(): Promise<Lock> {
  await lab.release('grid', '1.0.0');
  lab.loadout(REWORDED);
  return (await lab.lock()).lock;
}

it("a wording of the loadout is shown, and the toolkit's own is kept beside it", async () => {
  const lock = await rewordedLock();
  expect(lock.operations[width]).toMatchObject({
    tool: { description: 'Total width, in GeV.' },
    ownDescription: 'Computes Width, in GeV.',
  });
  lab.loadout('  grid: "1"');
  const plain = (await lab.lock()).lock;
  expect(plain.operations[width]).not.toHaveProperty('ownDescription');
  expect(plain.interfaceDigest).not.toBe(lock.interfaceDigest);
});

it("a wording that is the toolkit's own changes nothing", async () => {
  const lock = await rewordedLock();
  lab.loadout('  grid: {version: "1", reword: {Width: {description: "Computes Width, in GeV."}}}');
  const same = (await lab.lock()).lock;
  lab.loadout('  grid: "1"');
  expect(same.interfaceDigest).toBe((await lab.lock()).lock.interfaceDigest);
  expect(same.interfaceDigest).not.toBe(lock.interfaceDigest);
});

it('a reworded lock installs and verifies like any other', async () => {
  await lab.install(await rewordedLock());
  expect(await verify(lab.path('x.lock'), lab.store, lab.environments)).toMatchObject({
    ending: 'good',
    loadout: 'same',
  });
});

it('a lock whose own description is not what the toolkit says is refused, and so is one that hides a rewording', async () => {
  const lock = await rewordedLock();
  const { manifest } = await lab.release('grid', '1.0.0');
  const operation = lock.operations[width]!;
  agreeWithLock(lock, manifest);
  const hidden = { ...operation };
  delete hidden.ownDescription;
  for (const forged of [{ ...operation, ownDescription: 'Computes the width.' }, hidden])
    expect(() => {
      agreeWithLock({ ...lock, operations: { [width]: forged } }, manifest);
    }).toThrow('operation grid__Width');
});

it('a new wording of the publisher under a rewording makes the lock stale', async () => {
  await rewordedLock();
  await lab.release('grid', '1.1.0', {
    operations: [sampleOperation('Width', { description: 'Computes the partial width, in GeV.' })],
  });
  expect((await lab.lock({ update: 'all' })).changes).toEqual([
    'grid 1.0.0 -> 1.1.0',
    'operation grid__Width changed',
  ]);
});
