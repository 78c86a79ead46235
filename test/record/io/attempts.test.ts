import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  beginAttempt,
  holdRunnerLock,
  nextAttemptNumber,
  type Quarantined,
  quarantineInterrupted,
  recordPaths,
  sealAttempt,
  sealedAttempts,
} from '../../../src/record/io/index.ts';
import { sampleDraft } from '../sample-draft.ts';

let out = '';
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'toolbase-record-'));
});
afterEach(async () => await rm(out, { recursive: true, force: true }));

const { trial } = sampleDraft();
const seal = async (attempt: number): Promise<void> => {
  const folder = await beginAttempt(out, trial, attempt);
  await writeFile(path.join(folder, 'events.jsonl'), '{}\n');
  await sealAttempt(out, folder, sampleDraft({ attempt }));
};
const scan = async (): Promise<{ numbers: number[]; torn: Quarantined[] }> => {
  const torn: Quarantined[] = [];
  const attempts = await sealedAttempts(out, trial, (one) => torn.push(one));
  return { numbers: attempts.map(({ attempt }) => attempt), torn };
};

describe('the attempts at a trial', () => {
  it('are kept side by side, in order, with their logs', async () => {
    for (let n = 1; n <= 11; n += 1) await seal(n);
    expect(await scan()).toEqual({ numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], torn: [] });
    expect(await readdir(recordPaths(out).attempt(trial, 3))).toEqual([
      'attempt.json',
      'events.jsonl',
      'workspace',
    ]);
    expect(await readdir(recordPaths(out).running)).toEqual([]);
    expect(await nextAttemptNumber(out, trial)).toBe(12);
  });

  it('are never written over', async () => {
    await seal(1);
    await expect(seal(1)).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTEMPTY|EEXIST/) as string,
    });
    expect((await scan()).numbers).toEqual([1]);
  });

  it.each<[string, (file: string) => Promise<void>]>([
    ['torn', async (file) => await writeFile(file, (await readFile(file, 'utf8')).slice(0, 100))],
    ['empty', async (file) => await writeFile(file, '')],
    ['missing', async (file) => await rm(file)],
    [
      'edited',
      async (file) =>
        await writeFile(file, (await readFile(file, 'utf8')).replace('"completed"', '"cancelled"')),
    ],
  ])(
    'go to the quarantine when the record is %s, and leave their number free for nobody',
    async (_how, damage) => {
      await seal(1);
      await seal(2);
      await damage(path.join(recordPaths(out).attempt(trial, 2), 'attempt.json'));
      const { numbers, torn } = await scan();
      expect(numbers).toEqual([1]);
      expect(torn).toHaveLength(1);
      expect(await readdir(torn[0]!.movedTo)).toContain('events.jsonl');
      expect(await scan()).toEqual({ numbers: [1], torn: [] });
      expect(await nextAttemptNumber(out, trial)).toBe(3);
    },
  );

  it('go to the quarantine when they belong to another trial', async () => {
    await seal(1);
    const { attempts } = recordPaths(out);
    await mkdir(path.join(attempts(trial), '7'));
    const text = await readFile(path.join(recordPaths(out).attempt(trial, 1), 'attempt.json'), 'utf8');
    await writeFile(path.join(attempts(trial), '7', 'attempt.json'), text);
    expect((await scan()).torn.map(({ attempt }) => attempt)).toEqual(['7']);
  });

  it('that were interrupted go to the quarantine with all that they had written', async () => {
    const folder = await beginAttempt(out, trial, 1);
    await writeFile(path.join(folder, 'events.jsonl'), '{}\n');
    const moved = await quarantineInterrupted(out);
    expect(moved.map((one) => [one.trial, one.attempt])).toEqual([[trial, '1']]);
    expect(await readFile(path.join(moved[0]!.movedTo, 'events.jsonl'), 'utf8')).toBe('{}\n');
    expect(await nextAttemptNumber(out, trial)).toBe(2);
  });
});

describe('the lock of a runner', () => {
  const holder = (text: string) => writeFile(recordPaths(out).runner, text);

  it('keeps a second runner off until it is released', async () => {
    const release = await holdRunnerLock(out);
    await expect(holdRunnerLock(out)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await release();
    await (await holdRunnerLock(out))();
    expect(await readdir(out)).toEqual([]);
  });

  it('is taken over from a process that is gone', async () => {
    // Above the largest process number of Linux and macOS.
    await holder(JSON.stringify({ pid: 2 ** 30, host: hostname() }));
    await (await holdRunnerLock(out))();
  });

  it('is taken over when it was left by an earlier process with our own number', async () => {
    await holder(JSON.stringify({ pid: process.pid, host: hostname() }));
    await (await holdRunnerLock(out))();
  });

  it('is taken over when it is torn', async () => {
    await holder('{"pid": 1');
    await (await holdRunnerLock(out))();
  });

  it('of another machine is respected', async () => {
    await holder(JSON.stringify({ pid: 1, host: 'elsewhere.example' }));
    await expect(holdRunnerLock(out)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });

  it('of a living process is respected', async () => {
    await holder(JSON.stringify({ pid: process.ppid, host: hostname() }));
    await expect(holdRunnerLock(out)).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });
});
