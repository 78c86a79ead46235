import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { killInstalls } from './kill-installs.ts';
import { Lab } from './lab.ts';

test('eight processes that install one lock at once all succeed, and the store is whole', async () => {
  const lab = new Lab();
  for (const name of ['core', 'grid', 'scan']) await lab.release(name, '1.0.0');
  lab.loadout('  core: "1"\n  grid: "1"\n  scan: "1"');
  const { lock } = await lab.lock();
  const script = path.join(import.meta.dirname, 'install-once.ts');
  const places = [path.join(lab.dir, 'store'), path.join(lab.dir, 'registries', 'local'), lab.path('x.lock')];
  const children = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const child = spawn(process.execPath, ['--import', 'tsx', script, ...places], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      return child;
    }),
  );
  const ended = children.map(async (child) => (await once(child, 'exit'))[0] as number);
  for (const child of children) child.stdin.write('go\n');
  expect(await Promise.all(ended)).toEqual(Array.from({ length: 8 }, () => 0));
  const digests = Object.values(lock.toolkits).map(({ treeDigest }) => treeDigest);
  expect(await lab.store.list()).toEqual(digests.sort());
  for (const digest of digests) await lab.store.verify(digest);
  await lab.remove();
});

test('an install that is killed at any of ten points leaves whole toolkits, and its leftovers can be cleaned', async () => {
  await killInstalls(10);
});
