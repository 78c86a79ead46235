import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gradeCampaign } from '../../src/grade/io/index.ts';
import { describeMcpToolkit, describeNodeToolkit } from '../../src/host/io/index.ts';
import { parseStrictJson } from '../../src/kernel/index.ts';
import { decodeLoadout } from '../../src/loadout/index.ts';
import { buildLock, encodeLock } from '../../src/lockfile/index.ts';
import { ToolkitManifest } from '../../src/manifest/index.ts';
import { readCallLog } from '../../src/record/index.ts';
import { readPlan, recordPaths } from '../../src/record/io/index.ts';
import { summarise } from '../../src/report/index.ts';
import { readTarball } from '../../src/store/index.ts';
import { openStore } from '../../src/store/io/index.ts';
import { pack } from '../../src/workflow/io/index.ts';
import { type DecaysFolder, decaysFolder } from '../campaign/decays-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
let decays: DecaysFolder;
let home = '';
let before: string | undefined;

beforeAll(async () => {
  decays = await decaysFolder();
  home = await mkdtemp(path.join(tmpdir(), 'toolbase-home-'));
  before = process.env['TOOLBASE_HOME'];
  process.env['TOOLBASE_HOME'] = home;
  const packed = await pack(
    { dir: path.join(root, 'toolkits/symbolic'), outDir: path.join(home, 'packed') },
    { describeNode: describeNodeToolkit, describeMcp: describeMcpToolkit },
  );
  const entries = readTarball(await readFile(packed.file), packed.file);
  await openStore(path.join(home, 'store')).put(entries, packed.treeDigest);
  const manifestText = Buffer.from(entries.find((entry) => entry.path === 'toolkit.json')!.bytes).toString();
  const loadout = await readFile(path.join(root, 'loadouts/symbolic-eda.yaml'), 'utf8');
  const lock = buildLock(decodeLoadout(loadout, 'symbolic-eda.yaml'), [
    {
      registry: 'embedded',
      integrity: packed.integrity,
      treeDigest: packed.treeDigest,
      manifest: ToolkitManifest.parse(parseStrictJson(manifestText, 'toolkit.json')),
    },
  ]);
  await writeFile(decays.lock, encodeLock(lock));
});
afterAll(async () => {
  if (before === undefined) delete process.env['TOOLBASE_HOME'];
  else process.env['TOOLBASE_HOME'] = before;
  await decays.remove();
  await rm(home, { recursive: true, force: true });
});

/** Of all calls of all trials of a campaign: whether they came from the cache of results. */
async function cached(out: string): Promise<(string | undefined)[]> {
  const { trials } = await readPlan(out);
  const logs = await Promise.all(
    trials.map(({ id }) =>
      readFile(path.join(recordPaths(out).attempt(id, 1), 'calls.jsonl')).catch(() => Buffer.alloc(0)),
    ),
  );
  return logs.flatMap((bytes) => readCallLog(bytes).lines.map(({ cache }) => cache));
}

describe('the decays campaign through the real server and toolkit', () => {
  it('gives the baseline nothing and the tool user everything', async () => {
    const { result } = await decays.run('', {
      serve: { command: process.execPath, args: [path.join(root, 'bin/run.js')] },
    });
    expect(result).toMatchObject({ attempted: 6, infrastructureFailed: 0, open: 0 });
    const grades = await gradeCampaign({
      out: decays.out,
      nowMs: () => Date.UTC(2030, 0, 1),
      onEvent: () => undefined,
    });
    expect(summarise(grades).conditions.map(({ name, graded }) => [name, graded.meanReach?.exact])).toEqual([
      ['core', '0'],
      ['domain', '1'],
    ]);
    const widths = grades.trials.find(({ grade }) => grade?.reach === '1')?.grade?.stages.slice(1);
    expect(widths?.map(({ checks }) => Number(checks[0]?.evidence.read).toFixed(10))).toEqual([
      '23.4649117229',
      '12.3225959871',
      '13.0496676573',
    ]);
    const domain = grades.trials.find(({ attempts }) => attempts[0]?.inputs.lock !== null)!.planned;
    const log = readCallLog(
      await readFile(path.join(recordPaths(decays.out).attempt(domain.id, 1), 'calls.jsonl')),
    );
    expect(log).toMatchObject({ torn: false, faults: [] });
    expect(log.lines.map(({ operation, outcome }) => [operation, outcome])).toEqual(
      Array.from({ length: 3 }, () => ['symbolic__ComputeDecayRate', 'OK']),
    );
  });

  it('takes no result from the cache unless the campaign says so, whatever the settings say', async () => {
    await writeFile(path.join(home, 'settings.yaml'), 'formatVersion: 1\ncache: { results: true }\n');
    const serve = { command: process.execPath, args: [path.join(root, 'bin/run.js')] };
    for (const [says, hits] of [
      [false, 0],
      [true, 6],
    ] as const) {
      const again = await decaysFolder();
      await copyFile(decays.lock, again.lock);
      await again.edit('campaigns/scripted.yaml', 'seed: 1001', `seed: 1001\nresultCache: ${says}`);
      await again.run('', { serve });
      const calls = await cached(again.out);
      expect(calls).toHaveLength(9);
      // Of three equal trials the first makes its three calls.
      expect(calls.filter((each) => each === 'hit')).toHaveLength(hits);
      await again.remove();
    }
  });
});
