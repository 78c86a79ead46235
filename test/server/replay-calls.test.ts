import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallEntry, readCallLog } from '../../src/record/index.ts';
import { createCallLogWriter } from '../../src/record/io/index.ts';
import { openSession, replayCalls } from '../../src/server/io/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { PROGRAM } from './served.ts';

let installed: Installed;
let log: string;
let objects: string;

const fail = (message: string): never => {
  throw new Error(message);
};

beforeAll(async () => {
  installed = await installFixtures({ name: 'repeats', fixture: 'repeats.mjs' });
  process.env['TOOLBASE_HOME'] = installed.home;
  const workspace = workspaceFolder();
  const folder = tempFolder('recorded');
  log = path.join(folder, 'calls.jsonl');
  objects = path.join(folder, 'objects');
  writeFileSync(path.join(workspace, 'in/a.txt'), 'first');
  const session = await openSession(installed.lock, installed.lockFile, {
    ...{ workspace, home: installed.home, callLog: log, record: true, onFault: fail },
  });
  await session.call('repeats__Square', { x: 1.5 });
  await session.call('repeats__Random', {});
  await session.call('repeats__Jitter', {});
  await session.call('repeats__Copy', { from: 'in/a.txt', to: 'out/b.txt' });
  writeFileSync(path.join(workspace, 'in/a.txt'), 'second, longer');
  await session.call('repeats__Copy', { from: 'in/a.txt', to: 'out/b.txt' });
  await session.call('repeats__Large', {});
  await session.call('repeats__Fail', {});
  await session.call('repeats__Square', { x: 'two' });
  await session.close();
});

afterAll(() => {
  delete process.env['TOOLBASE_HOME'];
});

const toolbase = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

test('a recorded line says what the host used, and keeps nothing of values in the log', () => {
  const text = readFileSync(log, 'utf8');
  const { lines } = readCallLog(Buffer.from(text));
  expect(lines[0]).toMatchObject({ operation: 'repeats__Square', recorded: true, outcome: 'OK' });
  expect(lines[0]!.usage!.cpuMs).toBeGreaterThanOrEqual(0);
  expect(lines[0]!.usage!.peakMemoryBytes).toBeGreaterThan(10_000_000);
  expect(text).not.toContain('second, longer');
  // Refused before anything could be kept.
  expect(lines[7]).not.toHaveProperty('recorded');
});

test('each call is made again with the files that it had, and compared', async () => {
  const calls = await replayCalls({
    ...{ file: log, lock: installed.lock, lockFile: installed.lockFile, tolerance: 1e-6 },
    ...{ onFault: fail, onCall: () => undefined },
  });
  expect(calls.map(({ seq, operation, verdict }) => [seq, operation.slice(9), verdict])).toEqual([
    [1, 'Square', 'identical'],
    [2, 'Random', 'different'],
    [3, 'Jitter', 'close'],
    [4, 'Copy', 'identical'],
    [5, 'Copy', 'identical'],
    [6, 'Large', 'identical'],
    [7, 'Fail', 'identical'],
    [8, 'Square', 'skipped'],
  ]);
  expect(calls[1]!.detail).toMatch(/^\/value: 1\.\d+ became 1\.\d+$/);
});

test('replay exits 1 on a difference, and prints the same as JSON', () => {
  const { status, stdout } = toolbase('calls', 'replay', installed.lockFile, log, '--json');
  expect(status).toBe(1);
  expect((JSON.parse(stdout) as { calls: unknown[] }).calls).toHaveLength(8);
  const table = toolbase('calls', 'replay', installed.lockFile, log, '--tolerance', '1e-6').stdout;
  expect(table).toContain('5 identical, 1 close, 1 different, 1 skipped');
  for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('show prints a table that fits, and the last calls only when asked', () => {
  const { status, stdout } = toolbase('calls', 'show', log);
  expect(status).toBe(0);
  expect(stdout).toContain('8 calls in');
  for (const line of stdout.split('\n').slice(0, 9)) expect(line.length).toBeLessThanOrEqual(80);
  const last = JSON.parse(toolbase('calls', 'show', log, '--last', '2', '--json').stdout) as {
    calls: number;
    lines: { seq: number }[];
  };
  expect([last.calls, last.lines.map(({ seq }) => seq)]).toEqual([8, [7, 8]]);
});

/** A log of two equal calls, the second of them not recorded. */
async function halfRecorded(): Promise<string> {
  const callLog = path.join(tempFolder('half'), 'calls.jsonl');
  for (const record of [true, false]) {
    const session = await openSession(installed.lock, installed.lockFile, {
      ...{ workspace: workspaceFolder(), home: installed.home, callLog, record, onFault: fail },
    });
    await session.call('repeats__Square', { x: 1.5 });
    if (!record) await session.call('repeats__Square', { x: 'two' });
    await session.close();
  }
  return callLog;
}

test('replay exits 3 when a call that had a result cannot be made again, and 0 when one had none', async () => {
  const half = await halfRecorded();
  const { status, stdout } = toolbase('calls', 'replay', installed.lockFile, half);
  expect(stdout).toContain('1 identical, 1 skipped, 1 unchecked');
  expect(status).toBe(3);
  const recorded = path.join(path.dirname(half), 'whole.jsonl');
  const [first, , third] = readFileSync(half, 'utf8').split('\n');
  writeFileSync(recorded, `${first!}\n`);
  expect(toolbase('calls', 'replay', installed.lockFile, recorded).status).toBe(0);
  const digest = createHash('sha256').update(first!).digest('hex');
  const refused = { ...(JSON.parse(third!) as object), seq: 2, previous: `sha256:${digest}` };
  appendFileSync(recorded, `${JSON.stringify(refused)}\n`);
  const skipping = toolbase('calls', 'replay', installed.lockFile, recorded);
  expect(skipping.stdout).toContain('1 identical, 1 skipped');
  expect(skipping.status).toBe(0);
});

function copyOfLog(change: (text: string) => string): string {
  const folder = tempFolder('changed');
  execFileSync('cp', ['-r', objects, path.join(folder, 'objects')]);
  const file = path.join(folder, 'calls.jsonl');
  writeFileSync(file, change(readFileSync(log, 'utf8')));
  return file;
}

test('verify names the line of a log that was tampered with, and exits 1', () => {
  expect(toolbase('calls', 'verify', log)).toMatchObject({
    status: 0,
    stdout: '8 calls, 7 recorded: unchanged\n',
  });
  const changed = copyOfLog((text) => text.replace('"outcome":"OPERATION_FAILED"', '"outcome":"OK"'));
  const { status, stdout } = toolbase('calls', 'verify', changed);
  expect(status).toBe(1);
  expect(stdout).toContain('line 8 does not follow the line before it');
  expect(toolbase('calls', 'replay', installed.lockFile, changed)).toMatchObject({ status: 2 });
});

test('verify tells what was kept and is gone or changed', () => {
  const file = copyOfLog((text) => text);
  const folder = path.join(path.dirname(file), 'objects');
  const [first, second] = readdirSync(folder);
  rmSync(path.join(folder, first!));
  appendFileSync(path.join(folder, second!), ' ');
  const { status, stdout } = toolbase('calls', 'verify', file);
  expect(status).toBe(1);
  expect(stdout).toContain(`${first!} does not exist`);
  expect(stdout).toContain(`${second!} was changed`);
});

test('a torn last line is told and is no fault', () => {
  const file = copyOfLog((text) => text.slice(0, -20));
  const { status, stdout } = toolbase('calls', 'verify', file);
  expect(status).toBe(0);
  expect(stdout).toContain('torn');
});

test('a log of which nothing was kept is refused, not called a success', async () => {
  const callLog = path.join(tempFolder('bare'), 'calls.jsonl');
  const session = await openSession(installed.lock, installed.lockFile, {
    ...{ workspace: workspaceFolder(), home: installed.home, callLog, onFault: fail },
  });
  await session.call('repeats__Square', { x: 1 });
  await session.close();
  expect(readdirSync(path.dirname(callLog))).toEqual(['calls.jsonl']);
  const { status, stderr } = toolbase('calls', 'replay', installed.lockFile, callLog);
  expect(status).toBe(2);
  expect(stderr).toContain('nothing was kept of it');
});

test.each(['-1', '2', 'much', 'NaN'])('a tolerance of %s is wrong use', (tolerance) => {
  expect(toolbase('calls', 'replay', installed.lockFile, log, `--tolerance=${tolerance}`).status).toBe(2);
});

test('a line whose input file cannot be put where it was is not made, and the others are', async () => {
  const folder = tempFolder('edited');
  const file = path.join(folder, 'calls.jsonl');
  cpSync(objects, path.join(folder, 'objects'), { recursive: true });
  const { lines } = readCallLog(readFileSync(log));
  const writer = createCallLogWriter(file);
  for (const [line, places] of [
    [lines[3]!, ['.']],
    [lines[3]!, ['in/a.txt/inner']],
    [lines[3]!, ['x'.repeat(300)]],
    [lines[3]!, ['../out.txt']],
    [lines[0]!, []],
  ] as const) {
    const entry = Object.fromEntries(
      Object.entries(line).filter(([key]) => !['formatVersion', 'seq', 'previous'].includes(key)),
    );
    const reads = places.map((place) => ({ path: place, digest: line.reads[0]!.digest }));
    await writer.append({ ...entry, reads } as CallEntry);
  }
  await writer.close();
  const calls = await replayCalls({
    ...{ file, lock: installed.lock, lockFile: installed.lockFile, tolerance: 1e-6 },
    ...{ onFault: fail, onCall: () => undefined },
  });
  const verdicts = ['unchecked', 'different', 'unchecked', 'unchecked', 'identical'];
  expect(calls.map(({ verdict }) => verdict)).toEqual(verdicts);
});
