import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lock } from '../../src/lockfile/index.ts';
import { importTarballs, listStore, pruneStore, verifyStore } from '../../src/workflow/io/index.ts';
import { Lab } from './lab.ts';
import { packedToolkit } from './packed-toolkit.ts';

const DAY_MS = 24 * 3600 * 1000;

let lab: Lab;
let old: Lock;
let fresh: Lock;
beforeEach(async () => {
  lab = new Lab();
  for (const [name, version] of [
    ['core', '1.0.0'],
    ['grid', '1.0.0'],
    ['grid', '2.0.0'],
  ] as const)
    await lab.release(name, version);
  lab.loadout('  core: "1"\n  grid: "1"');
  old = (await lab.lock()).lock;
  await lab.install(old);
  lab.loadout('  core: "1"\n  grid: "2"');
  fresh = (await lab.lock({ update: 'all' })).lock;
  await lab.install(fresh);
});
afterEach(() => lab.remove());

const prune = (options: Partial<Parameters<typeof pruneStore>[1]> = {}) =>
  pruneStore(lab, { locks: [], unusedForMs: 30 * DAY_MS, nowMs: Date.now(), dryRun: false, ...options });
const names = (toolkits: readonly { name: string | null; version: string | null }[]) =>
  toolkits.map(({ name, version }) => `${name} ${version}`).sort();
const present = async () => names((await listStore('', lab.store, lab.environments)).toolkits);
const v1 = (...parts: string[]) => path.join(lab.dir, 'store', 'v1', ...parts);
/** As if a lock had been used for the last time so long ago. */
function lastUsed(lock: Lock, daysAgo: number): void {
  const time = new Date(Date.now() - daysAgo * DAY_MS);
  utimesSync(v1('uses', `${lock.lockDigest.slice(7)}.json`), time, time);
}

describe('pruning', () => {
  it('keeps what locks needed that were used of late', async () => {
    expect(await prune()).toMatchObject({ toolkits: [], leftovers: [], keptToolkits: 3, sizeBytes: 0 });
    expect(await present()).toEqual(['core 1.0.0', 'grid 1.0.0', 'grid 2.0.0']);
  });

  it('removes what only locks need that were not used for long, and says how much that is', async () => {
    lastUsed(old, 31);
    const planned = await prune({ dryRun: true });
    expect(await present()).toHaveLength(3);
    const done = await prune();
    expect(done).toEqual({ ...planned, dryRun: false });
    expect(names(done.toolkits)).toEqual(['grid 1.0.0']);
    expect(done.sizeBytes).toBe(
      packedToolkit('grid', '1.0.0').entries.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
    expect(await present()).toEqual(['core 1.0.0', 'grid 2.0.0']);
    await lab.install(fresh);
    expect(readdirSync(v1('uses'))).toHaveLength(1);
  });

  it('keeps what given locks need, however long ago they were used', async () => {
    for (const lock of [old, fresh]) lastUsed(lock, 400);
    const { toolkits } = await prune({ locks: [old] });
    expect(names(toolkits)).toEqual(['grid 2.0.0']);
    expect(await present()).toEqual(['core 1.0.0', 'grid 1.0.0']);
  });

  it('keeps what a lock needs that is installed while it works', async () => {
    for (const lock of [old, fresh]) lastUsed(lock, 400);
    const list = () => lab.store.list();
    let asked = 0;
    const store = {
      ...lab.store,
      list,
      uses: async () => {
        asked += 1;
        if (asked === 2) await lab.install(old);
        return lab.store.uses();
      },
    };
    const { toolkits } = await pruneStore(
      { store, environments: lab.environments },
      { locks: [], unusedForMs: 30 * DAY_MS, nowMs: Date.now(), dryRun: false },
    );
    expect(names(toolkits)).toEqual(['grid 2.0.0']);
    for (const { treeDigest } of Object.values(old.toolkits)) await lab.store.verify(treeDigest);
  });

  it('removes what killed processes left a day ago, and nothing younger', async () => {
    const left = ['.temp-0123', '.temp-4567'].map((name) => v1('trees', name));
    for (const folder of left) {
      mkdirSync(path.join(folder, 'sub'), { recursive: true });
      writeFileSync(path.join(folder, 'sub', 'f'), 'x', { mode: 0o444 });
      chmodSync(path.join(folder, 'sub'), 0o555);
    }
    const orphan = v1('listings', 'a'.repeat(64));
    const torn = v1('uses', '.x.json.0123456789ab.tmp');
    for (const file of [orphan, torn]) writeFileSync(file, 'x');
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    for (const place of [left[0]!, orphan, torn]) utimesSync(place, yesterday, yesterday);
    expect([...(await prune()).leftovers].sort()).toEqual([left[0]!, orphan, torn].sort());
    expect([left[0]!, orphan, torn, left[1]!].map(existsSync)).toEqual([false, false, false, true]);
  });

  it('removes nothing when a kept toolkit does not tell what it needs', async () => {
    lastUsed(old, 400);
    const manifest = path.join(lab.store.pathOf(fresh.toolkits['core' as never]!.treeDigest), 'toolkit.json');
    chmodSync(manifest, 0o644);
    writeFileSync(manifest, '{');
    await expect(prune()).rejects.toMatchObject({ code: 'BAD_JSON' });
    expect(await present()).toHaveLength(3);
  });

  it('of a store that does not exist does nothing, and makes none', async () => {
    const empty = new Lab();
    const report = await pruneStore(empty, { locks: [], unusedForMs: 0, nowMs: Date.now(), dryRun: false });
    expect(report).toMatchObject({ toolkits: [], keptToolkits: 0 });
    expect(existsSync(path.join(empty.dir, 'store'))).toBe(false);
    await empty.remove();
  });
});

describe('hashing the whole store', () => {
  it('finds what was changed, whichever lock it is of', async () => {
    expect((await verifyStore(lab.store, lab.environments)).every(({ problem }) => !problem)).toBe(true);
    const host = path.join(lab.store.pathOf(old.toolkits['grid' as never]!.treeDigest), 'host.mjs');
    chmodSync(host, 0o644);
    writeFileSync(host, 'changed');
    const checked = await verifyStore(lab.store, lab.environments);
    expect(checked.map(({ what, problem }) => [what, problem?.code])).toEqual([
      ['core 1.0.0', undefined],
      ['grid 1.0.0', 'STORE_CHANGED'],
      ['grid 2.0.0', undefined],
    ]);
  });
});

describe('importing tarballs', () => {
  const tarball = (name: string, version: string) =>
    lab.write(`${name}-${version}.tgz`, packedToolkit(name, version).tarball);

  it('puts them into the store, so that installing needs no registry', async () => {
    const other = new Lab();
    mkdirSync(lab.path('packed'));
    for (const [name, version] of [
      ['core', '1.0.0'],
      ['grid', '2.0.0'],
    ] as const)
      lab.write(`packed/${name}.tgz`, packedToolkit(name, version).tarball);
    const imported = await importTarballs([lab.path('packed')], other.store, fresh);
    expect(imported.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['core', 'added'],
      ['grid', 'added'],
    ]);
    other.registries = [];
    expect((await other.install(fresh)).map(({ action }) => action)).toEqual(['keep', 'keep']);
    expect((await importTarballs([lab.path('packed')], other.store, undefined))[0]?.outcome).toBe('present');
    await other.remove();
  });

  it('puts none when one is refused', async () => {
    const other = new Lab();
    const good = tarball('core', '1.0.0');
    const whole = packedToolkit('grid', '2.0.0').tarball;
    for (const [bad, code] of [
      [lab.write('cut.tgz', whole.subarray(0, whole.length - 40)), 'BAD_ARCHIVE'],
      [lab.write('text.tgz', 'no archive'), 'BAD_ARCHIVE'],
      [tarball('grid', '1.0.0'), 'INTEGRITY_MISMATCH'],
      [tarball('other', '1.0.0'), 'INTEGRITY_MISMATCH'],
      [lab.path('none.tgz'), 'NOT_FOUND'],
    ] as const)
      await expect(importTarballs([good, bad], other.store, fresh)).rejects.toMatchObject({ code });
    expect(existsSync(path.join(other.dir, 'store'))).toBe(false);
    await other.remove();
  });
});
