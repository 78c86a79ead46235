import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/kernel/index.ts';
import { argumentsObject } from '../../../src/record/index.ts';
import { createCallLogWriter, openCallObjects, pruneCallLogs } from '../../../src/record/io/index.ts';
import { PROGRAM } from '../../server/served.ts';
import { tempFolder } from '../../setup/temp-folder.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Of a process that has ended. */
const GONE = spawnSync('true').pid;

/** A log with one recorded call, as old as said, with what its host printed. */
async function addLog(folder: string, name: string, x: number, ageDays: number): Promise<void> {
  const file = path.join(folder, `${name}.jsonl`);
  const writer = createCallLogWriter(file);
  await writer.append({
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 1,
    lockDigest: sha256('lock'),
    operation: 'grid__Spacing',
    toolkit: { name: 'grid', version: '1.0.0', treeDigest: sha256('tree') },
    argumentsDigest: sha256(argumentsObject({ x })),
    resultDigest: null,
    reads: [],
    writes: [],
    outcome: 'OK',
    recorded: true,
  });
  await writer.close();
  writeFileSync(path.join(folder, `${name}.hosts.log`), 'printed\n');
  await openCallObjects(file).put(argumentsObject({ x }));
  const at = new Date(Date.now() - ageDays * DAY_MS);
  for (const end of ['jsonl', 'hosts.log']) utimesSync(path.join(folder, `${name}.${end}`), at, at);
}

const untilMs = Date.now() - 30 * DAY_MS;

test('logs of sessions that are long over go, with what hosts printed and what was recorded for them alone', async () => {
  const folder = path.join(tempFolder('state'), 'calls');
  await addLog(folder, `20260101T000000000Z-${GONE}`, 1, 40);
  await addLog(folder, `20260101T000000001Z-${GONE}-7`, 2, 40);
  await addLog(folder, `20260301T000000000Z-${GONE}`, 2, 3);
  await addLog(folder, 'kept-by-hand', 3, 400);
  writeFileSync(path.join(folder, 'objects', 'notes.txt'), 'of the user');
  const dry = await pruneCallLogs(folder, { untilMs, dryRun: true });
  expect(dry).toMatchObject({ removedLogs: 2, keptLogs: 2, removedObjects: 1 });
  expect(readdirSync(folder)).toHaveLength(9);
  expect(await pruneCallLogs(folder, { untilMs, dryRun: false })).toEqual(dry);
  expect(readdirSync(folder).sort()).toEqual([
    `20260301T000000000Z-${GONE}.hosts.log`,
    `20260301T000000000Z-${GONE}.jsonl`,
    'kept-by-hand.hosts.log',
    'kept-by-hand.jsonl',
    'objects',
  ]);
  const name = (x: number): string => sha256(argumentsObject({ x })).slice(7);
  expect(readdirSync(path.join(folder, 'objects')).sort()).toEqual([name(2), name(3), 'notes.txt'].sort());
});

test('while a session runs its log stays, and so does all that was recorded', async () => {
  const folder = path.join(tempFolder('state'), 'calls');
  await addLog(folder, `20260101T000000000Z-${process.pid}`, 1, 40);
  await addLog(folder, `20260101T000000001Z-${GONE}`, 2, 40);
  expect(await pruneCallLogs(folder, { untilMs, dryRun: false })).toMatchObject({
    ...{ removedLogs: 1, keptLogs: 1, removedObjects: 0 },
  });
  expect(readdirSync(path.join(folder, 'objects'))).toHaveLength(2);
});

test('the command removes what is old enough, and says when there is nothing', async () => {
  const home = tempFolder('home');
  const prune = (...args: string[]) =>
    spawnSync(process.execPath, [PROGRAM, 'calls', 'prune', ...args], {
      encoding: 'utf8',
      env: { ...process.env, TOOLBASE_HOME: home },
    });
  expect(prune()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^nothing to remove: 0 logs/) as unknown,
  });
  const folder = path.join(home, 'state', 'calls');
  mkdirSync(folder, { recursive: true });
  await addLog(folder, `20260101T000000000Z-${GONE}`, 1, 10);
  const { status, stdout } = prune('--older-than', '9', '--json');
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    { removedLogs: 1, removedObjects: 1, dryRun: false },
  ]);
  expect(existsSync(path.join(folder, `20260101T000000000Z-${GONE}.jsonl`))).toBe(false);
});

test('prunings at the same time leave what a log that stays has recorded', async () => {
  const folder = path.join(tempFolder('state'), 'calls');
  await addLog(folder, `20260301T000000000Z-${GONE}`, 0, 3);
  for (let n = 1; n < 200; n += 1)
    await addLog(folder, `20260101T${String(n).padStart(9, '0')}Z-${GONE}`, n, 40);
  await Promise.all(Array.from({ length: 4 }, () => pruneCallLogs(folder, { untilMs, dryRun: false })));
  expect(readdirSync(path.join(folder, 'objects'))).toEqual([sha256(argumentsObject({ x: 0 })).slice(7)]);
});
