import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolkitName } from '../../src/kernel/index.ts';
import { removeToolkits } from '../../src/workflow/io/index.ts';
import { Lab } from './lab.ts';
import { packedToolkit } from './packed-toolkit.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

const grid = 'grid' as ToolkitName;
const fit = 'fit' as ToolkitName;

describe('a registry that offers an older version than the locked one', () => {
  beforeEach(async () => {
    await lab.release('fit', '1.0.0');
    await lab.release('grid', '1.1.0');
    lab.loadout('  fit: "1"\n  grid: "^1"');
  });

  const stale = async (version: string, extra: Record<string, unknown> = {}) => {
    const registry = lab.registry('stale');
    await lab.publish(packedToolkit('grid', version, extra), registry);
    lab.registries = [registry, lab.local];
  };

  it('cannot have it installed: the lock names version and bytes', async () => {
    const { lock } = await lab.lock();
    await stale('1.0.0');
    await lab.publish(packedToolkit('fit', '1.0.0'), lab.registry('stale'));
    lab.registries = lab.registries.slice(0, 1);
    await expect(lab.install(lock)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('1.1.0') as string,
    });
  });

  it('cannot have it locked unasked, neither by lock nor by a change of something else, and nothing is written', async () => {
    await lab.lock();
    await stale('1.0.0');
    const files = () => [readFileSync(lab.path('x.yaml'), 'utf8'), readFileSync(lab.path('x.lock'), 'utf8')];
    const before = files();
    const refusal = {
      code: 'NO_VERSION',
      message: 'grid 1.1.0, which is locked, is not in the registry stale any more',
      hint: expect.stringContaining('`toolbase update grid` to take 1.0.0') as string,
    };
    await expect(lab.lock()).rejects.toMatchObject(refusal);
    await expect(lab.lock({ update: [fit] })).rejects.toMatchObject(refusal);
    const change = { loadoutFile: lab.path('x.yaml'), dryRun: false };
    await expect(removeToolkits([fit], change, { registries: lab.registries })).rejects.toMatchObject(
      refusal,
    );
    expect(files()).toEqual(before);
  });

  it('has it locked when that toolkit is asked to move, or the loadout asks for another version', async () => {
    await lab.lock();
    await stale('1.0.0');
    expect((await lab.lock({ update: [grid], dryRun: true })).changes).toContain('grid 1.1.0 -> 1.0.0');
    lab.loadout('  fit: "1"\n  grid: "1.0.0"');
    expect((await lab.lock()).changes).toContain('grid 1.1.0 -> 1.0.0');
  });

  it('cannot have a newer one locked in its place either', async () => {
    await lab.lock();
    await stale('1.2.0');
    await expect(lab.lock()).rejects.toMatchObject({ code: 'NO_VERSION' });
  });

  it('cannot have other bytes locked under the locked version', async () => {
    await lab.lock();
    await stale('1.1.0', { summary: 'Other.' });
    await expect(lab.lock()).rejects.toMatchObject({ code: 'INTEGRITY_MISMATCH' });
  });
});
