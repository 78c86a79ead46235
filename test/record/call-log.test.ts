import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallEntry, readCallLog } from '../../src/record/index.ts';
import { createCallLogWriter } from '../../src/record/io/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';

const entry = (operation: string): CallEntry => ({
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 1.5,
  lockDigest: sha256('lock'),
  operation,
  toolkit: { name: 'grid', version: '1.0.0', treeDigest: sha256('tree') },
  argumentsDigest: sha256('arguments'),
  resultDigest: null,
  reads: [{ path: 'in/ä.txt', digest: sha256('file') }],
  writes: [],
  outcome: 'OPERATION_FAILED',
});

async function logOf(...operations: string[]): Promise<string> {
  const file = path.join(tempFolder('call-log'), 'a', 'calls.jsonl');
  const writer = createCallLogWriter(file);
  await Promise.all(operations.map((operation) => writer.append(entry(operation))));
  await writer.close();
  return file;
}

const read = (file: string) => readCallLog(readFileSync(file));

test('each line carries the sha256 of the line before it', async () => {
  const file = await logOf('one', 'two', 'three');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const previous = lines.map((line) => (JSON.parse(line) as { previous: string }).previous);
  expect(previous).toEqual([hash('toolbase-call-log-v1\n'), hash(lines[0]!), hash(lines[1]!)]);
  const reading = read(file);
  expect(reading.lines.map(({ seq, operation }) => [seq, operation])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ]);
  expect(reading).toMatchObject({ torn: false, faults: [] });
});

test('no file is made before the first call', async () => {
  const folder = tempFolder('call-log');
  const writer = createCallLogWriter(path.join(folder, 'calls.jsonl'));
  await writer.close();
  expect(() => readFileSync(path.join(folder, 'calls.jsonl'))).toThrow('ENOENT');
});

test('a changed byte, a removed line and swapped lines are reported', async () => {
  const file = await logOf('one', 'two', 'three');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const check = (...kept: string[]) => readCallLog(Buffer.from(kept.map((line) => `${line}\n`).join('')));
  expect(check(lines[0]!.replace('1.5', '2.5'), lines[1]!, lines[2]!).faults).toEqual([
    'line 2 does not follow the line before it: one of them was changed, or a line was removed',
  ]);
  expect(check(lines[0]!, lines[2]!).faults).toHaveLength(1);
  expect(check(lines[1]!, lines[0]!, lines[2]!).faults.length).toBeGreaterThan(0);
  expect(check(lines[0]!, 'garbage', lines[1]!).faults.length).toBeGreaterThan(0);
});

test('a log torn anywhere in its last line reads as torn and whole before, and is continued', async () => {
  const whole = readFileSync(await logOf('one', 'two'));
  const cut = whole.indexOf(10) + 1;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: cut + 1, max: whole.length - 2 }), async (length) => {
      const file = path.join(tempFolder('call-log'), 'calls.jsonl');
      writeFileSync(file, whole.subarray(0, length));
      expect(read(file)).toMatchObject({ torn: true, faults: [], lines: [{ operation: 'one' }] });
      const writer = createCallLogWriter(file);
      await writer.append(entry('after'));
      await writer.close();
      const reading = read(file);
      expect(reading).toMatchObject({ torn: false, faults: [] });
      expect(reading.lines.at(-1)).toMatchObject({ operation: 'after' });
    }),
    { numRuns: 40 },
  );
});

test('a last line that lacks only its end is read, and continued', async () => {
  const file = await logOf('one', 'two');
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  expect(read(file)).toMatchObject({ torn: true, faults: [], lines: [{ seq: 1 }, { seq: 2 }] });
  const writer = createCallLogWriter(file);
  await writer.append(entry('three'));
  await writer.close();
  expect(read(file)).toMatchObject({ torn: false, faults: [], lines: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
});

test('a writer that finds a whole log goes on with its numbers', async () => {
  const file = await logOf('one');
  const writer = createCallLogWriter(file);
  await writer.append(entry('two'));
  await writer.close();
  expect(read(file)).toMatchObject({ faults: [], lines: [{ seq: 1 }, { seq: 2 }] });
});

test('a fragment that is continued by nothing is torn, two in a row are a fault', async () => {
  const file = await logOf('one');
  appendFileSync(file, '{"half');
  expect(read(file)).toMatchObject({ torn: true, faults: [] });
  appendFileSync(file, '\nmore\n');
  expect(read(file).faults).toHaveLength(1);
});

test('a log that cannot be written is refused before a call is run', async () => {
  const file = await logOf('one');
  await expect(createCallLogWriter(path.join(file, 'below')).open()).rejects.toMatchObject({
    code: 'NOT_WRITABLE',
  });
});

test('two processes that write one log leave one chain', async () => {
  const file = path.join(tempFolder('log'), 'calls.jsonl');
  const writers = [createCallLogWriter(file), createCallLogWriter(file)];
  for (let round = 0; round < 3; round += 1)
    for (const [at, writer] of writers.entries()) {
      await writer.append(entry(`w${at}__Call`));
      await Promise.all([writer.append(entry(`w${at}__One`)), writer.append(entry(`w${at}__Other`))]);
    }
  for (const writer of writers) await writer.close();
  expect(read(file)).toMatchObject({ torn: false, faults: [] });
  expect(read(file).lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
});

test('a file of something else and a pipe are refused, and nothing is written', async () => {
  const folder = tempFolder('log');
  const [notes, pipe] = [path.join(folder, 'notes.md'), path.join(folder, 'pipe')];
  writeFileSync(notes, '# Notes\nof mine\n');
  execFileSync('mkfifo', [pipe]);
  await expect(createCallLogWriter(notes).open()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(readFileSync(notes, 'utf8')).toBe('# Notes\nof mine\n');
  await expect(createCallLogWriter(pipe).open()).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
});
