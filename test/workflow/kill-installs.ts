import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { Lab } from './lab.ts';
import { file, packedToolkit } from './packed-toolkit.ts';

/** An install and a removal of the three toolkits take about this long. */
const SPAN_MS = 120;

/** Kills an installing process at as many points, spread over what it does, and checks after each that the store holds
 * whole toolkits only and that the next install is sound; at last that what the killed ones left can be cleaned. */
export async function killInstalls(rounds: number): Promise<void> {
  const lab = new Lab();
  for (const name of ['core', 'grid', 'scan'])
    await lab.publish(
      packedToolkit(
        name,
        '1.0.0',
        {},
        Array.from({ length: 30 }, (_none, at) =>
          file(`data/${at % 5}/${at}.txt`, `${name} ${at}\n`.repeat(50 * at)),
        ),
      ),
    );
  lab.loadout('  core: "1"\n  grid: "1"\n  scan: "1"');
  const { lock } = await lab.lock();
  const digests = Object.values(lock.toolkits).map(({ treeDigest }) => treeDigest);
  for (let round = 0; round < rounds; round += 1) {
    const child = await started(lab);
    // The golden ratio spreads any number of points evenly.
    await new Promise((resolve) => setTimeout(resolve, ((round * 0.618034) % 1) * SPAN_MS));
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const digest of await lab.store.list()) await lab.store.verify(digest);
    await lab.install(lock);
    for (const digest of digests) await lab.store.verify(digest);
  }
  const trees = path.join(lab.dir, 'store', 'v1', 'trees');
  const longAgo = new Date(Date.now() - 25 * 3600 * 1000);
  for (const folder of ['trees', 'listings', 'uses'])
    for (const name of readdirSync(path.join(trees, '..', folder)))
      if (name.startsWith('.')) utimesSync(path.join(trees, '..', folder, name), longAgo, longAgo);
  await lab.store.clean(Date.now(), false);
  expect(readdirSync(trees).sort()).toEqual(digests.map((digest) => digest.slice(7)).sort());
  await lab.remove();
}

async function started(lab: Lab): Promise<ChildProcess> {
  const script = path.join(import.meta.dirname, 'install-forever.ts');
  const places = [path.join(lab.dir, 'store'), path.join(lab.dir, 'registries', 'local'), lab.path('x.lock')];
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...places], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
