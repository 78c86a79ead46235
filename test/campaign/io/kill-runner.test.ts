import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradeCampaign } from '../../../src/grade/io/index.ts';
import { readPlan, recordPaths } from '../../../src/record/io/index.ts';
import { type DecaysFolder, decaysFolder } from '../decays-folder.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures');
let decays: DecaysFolder;
beforeEach(async () => {
  decays = await decaysFolder();
});
afterEach(async () => await decays.remove());

const start = (): ChildProcess =>
  spawn(
    process.execPath,
    [
      path.join(fixtures, 'campaign/run.mjs'),
      decays.campaign,
      decays.out,
      path.join(fixtures, 'mcp/loadout-server.mjs'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code)));

/** Kills the runner when it has told this many events, and a while later still. */
async function killAfter(events: number, ms: number): Promise<void> {
  const child = start();
  let told = 0;
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    told += text.split('\n').length - 1;
    if (told >= events) setTimeout(() => child.kill('SIGKILL'), ms);
  });
  await ended(child);
}

describe('a campaign whose runner is killed', () => {
  it('again and again, ends with every trial sealed once and graded', { timeout: 120_000 }, async () => {
    for (const [events, ms] of [
      [1, 0],
      [2, 5],
      [2, 120],
      [3, 0],
      [4, 60],
      [2, 250],
    ] as const)
      await killAfter(events, ms);
    expect(await ended(start())).toBe(0);
    const { trials } = await readPlan(decays.out);
    for (const { id } of trials) expect(await readdir(recordPaths(decays.out).attempts(id))).toHaveLength(1);
    expect(await readdir(recordPaths(decays.out).running)).toEqual([]);
    const grades = await gradeCampaign({ out: decays.out, nowMs: () => 0, onEvent: () => undefined });
    expect(grades.trials.filter(({ grade }) => grade?.reach === '1')).toHaveLength(3);
    expect(grades.trials.filter(({ grade }) => grade?.reach === '0')).toHaveLength(3);
  });
});

describe('a record in a folder that is named relative to the current one', () => {
  it('holds the call log of the trials that used tools', async () => {
    const runner = spawn(
      process.execPath,
      [
        path.join(fixtures, 'campaign/run.mjs'),
        decays.campaign,
        'out',
        path.join(fixtures, 'mcp/loadout-server.mjs'),
      ],
      { cwd: decays.root, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    expect(await ended(runner)).toBe(0);
    const plan = await readPlan(decays.out);
    const { id } = plan.conditions.find(({ name }) => name === 'domain')!;
    const trial = plan.trials.find(({ condition }) => condition === id)!;
    const calls = await readFile(
      path.join(recordPaths(decays.out).attempt(trial.id, 1), 'calls.jsonl'),
      'utf8',
    );
    expect(calls.trimEnd().split('\n')).toHaveLength(3);
  });
});

describe('a record that cannot be written', () => {
  it('since a file is in its place is told as such', async () => {
    await expect(decays.run('sound', { out: path.join(decays.campaign, 'out') })).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
    });
  });
});
