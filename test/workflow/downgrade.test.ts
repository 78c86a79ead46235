import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Lab } from './lab.ts';
import { packedToolkit } from './packed-toolkit.ts';

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
});
afterEach(() => lab.remove());

describe('a registry that offers an older version than the locked one', () => {
  it('cannot have it installed: the lock names version and bytes', async () => {
    await lab.release('grid', '1.1.0');
    lab.loadout('  grid: "^1"');
    const { lock } = await lab.lock();
    const stale = lab.registry('stale');
    await lab.publish(packedToolkit('grid', '1.0.0'), stale);
    lab.registries = [stale];
    await expect(lab.install(lock)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('1.1.0') as string,
    });
  });
});
