import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderChoice } from '../../src/cli/render/choice.ts';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { addToolkits, explainChoice, outdated } from '../../src/workflow/io/index.ts';
import { sampleOperation } from '../lockfile/sample-manifest.ts';
import { Lab } from './lab.ts';
import { packedToolkit } from './packed-toolkit.ts';

let lab: Lab;
const grid = 'grid' as ToolkitName;
const fit = 'fit' as ToolkitName;
const refusal = {
  code: 'INTEGRITY_MISMATCH',
  exitStatus: 2,
  hint: expect.stringContaining('`toolbase update grid --accept-republished`') as string,
};

beforeEach(async () => {
  lab = new Lab();
  await lab.release('grid', '1.0.0');
  lab.loadout('  grid: "^1"');
});
afterEach(() => lab.remove());

/** The registry `local`, in which grid 1.0.0 is another one. */
async function republish(extra: Record<string, unknown> = { summary: 'Other.' }): Promise<void> {
  const again = { ...lab.registry('again'), name: 'local' };
  await lab.publish(packedToolkit('grid', '1.0.0', extra), again);
  lab.registries = [again];
}
const around = () => ({ registries: lab.registries });

describe('a locked version that was published again with other bytes', () => {
  it('is refused by every way to lock, also when only checking and when updating, and nothing is written', async () => {
    await lab.lock();
    const before = readFileSync(lab.path('x.lock'), 'utf8');
    await republish();
    await expect(lab.lock()).rejects.toMatchObject(refusal);
    await expect(lab.lock({ check: true })).rejects.toMatchObject(refusal);
    await expect(lab.lock({ update: 'all' })).rejects.toMatchObject(refusal);
    await expect(lab.lock({ update: [grid] })).rejects.toMatchObject(refusal);
    await lab.publish(packedToolkit('fit', '1.0.0'), lab.registry('again'));
    const change = { loadoutFile: lab.path('x.yaml'), dryRun: false };
    await expect(addToolkits([{ name: fit }], change, around())).rejects.toMatchObject(refusal);
    expect(readFileSync(lab.path('x.lock'), 'utf8')).toBe(before);
  });

  it('is refused for its bytes, not for what they lack', async () => {
    lab.loadout('  grid: {version: "^1", operations: [Width]}');
    await lab.lock();
    await republish({ operations: [sampleOperation('Height')] });
    await expect(lab.lock({ check: true })).rejects.toMatchObject(refusal);
  });

  it('is not installed', async () => {
    const { lock } = await lab.lock();
    await republish();
    await expect(lab.install(lock)).rejects.toMatchObject(refusal);
  });

  it('is listed as outdated, and explained', async () => {
    await lab.lock();
    await republish();
    const { outdated: rows } = await outdated(lab.path('x.yaml'), around());
    expect(rows).toEqual([
      {
        name: 'grid',
        current: '1.0.0',
        wanted: '1.0.0',
        latest: '1.0.0',
        republished: true,
        askedBy: ['loadout'],
      },
    ]);
    const explanation = await explainChoice('grid', lab.path('x.yaml'), around());
    expect(renderChoice(explanation)).toContain('  1.0.0  locked, with other bytes\n');
    expect(renderChoice(explanation)).toContain(
      'grid 1.0.0 is published with other bytes now than were locked.\nA published version never changes',
    );
  });

  it('is taken when that is asked for by name', async () => {
    await lab.lock();
    await republish();
    const taken = await lab.lock({ update: [grid], accepted: [grid] });
    expect(taken.changes).toEqual(['grid 1.0.0 changed']);
    expect((await lab.lock({ check: true })).outcome).toBe('unchanged');
  });
});
