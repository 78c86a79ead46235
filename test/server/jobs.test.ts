import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import { createJobRegistry } from '../../src/server/io/job-registry.ts';
import { openSession, type Session } from '../../src/server/io/index.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { processesIn } from './processes.ts';

let installed: Installed;
const open: Session[] = [];

beforeAll(async () => {
  installed = await installFixtures({ name: 'runs', fixture: 'runs.mjs' });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

async function session(workspace = workspaceFolder(), callLog = path.join(tempFolder('log'), 'calls.jsonl')) {
  const opened = await openSession(installed.lock, installed.lockFile, {
    workspace,
    home: installed.home,
    callLog,
    onFault: (message) => {
      throw new Error(message);
    },
  });
  open.push(opened);
  const call = async (name: string, args: Parameters<Session['call']>[1]) => {
    const outcome = await opened.call(`runs__${name}`, args);
    return outcome.kind === 'answered' ? outcome.structured : outcome.error;
  };
  const start = async (args: Parameters<Session['call']>[1]): Promise<string> =>
    String(((await call('Generate_start', args)) as Record<string, unknown>)['job']);
  return { call, start, close: () => opened.close() };
}

test('a job is started at once, waited for, and its result can be asked for again', async () => {
  const { call, start } = await session();
  const job = await start({ ms: 300 });
  expect(await call('Generate_job', { job, waitS: 0 })).toMatchObject({ job, state: 'running' });
  const done = { job, state: 'done', result: { events: 1000, ms: 300 } };
  expect(await call('Generate_job', { job })).toMatchObject(done);
  expect(await call('Generate_job', { job, action: 'result' })).toMatchObject(done);
  expect(await call('Generate_job', { job, action: 'status' })).toMatchObject({ job, state: 'done' });
});

test('a job that runs tells how far it is, and has no result yet', async () => {
  const { call, start } = await session();
  const job = await start({ ms: 30_000 });
  await expect
    .poll(() => call('Generate_job', { job, action: 'status' }), { timeout: 10_000 })
    .toMatchObject({ state: 'running', progress: { done: 1, total: 2, message: 'half of it' } });
  expect(await call('Generate_job', { job, action: 'result' })).toMatchObject({ code: 'UNSUPPORTED' });
  expect(await call('Generate_job', { job, action: 'cancel' })).toMatchObject({ state: 'cancelled' });
  expect(await call('Generate_job', { job })).toMatchObject({ code: 'CANCELLED' });
});

test('a job that failed fails whoever asks for its result as the operation would have', async () => {
  const { call, start } = await session();
  const job = await start({ ms: 0, fail: true });
  const error = { code: 'OPERATION_FAILED', message: 'the generator gave up' };
  expect(await call('Generate_job', { job })).toMatchObject(error);
  expect(await call('Generate_job', { job, action: 'status' })).toMatchObject({ state: 'failed', error });
});

test('arguments that do not fit are refused at the start, and unknown jobs by name', async () => {
  const { call } = await session();
  expect(await call('Generate_start', { ms: 'long' })).toMatchObject({ code: 'BAD_ARGUMENTS' });
  expect(await call('Generate_job', { job: 'x', action: 'stop' })).toMatchObject({ code: 'BAD_ARGUMENTS' });
  expect(await call('Generate_job', { job: 'x' })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'there is no job "x" of runs__Generate',
  });
});

test('a job leaves the line of its operation in the call log, also when the server stops under it', async () => {
  const workspace = workspaceFolder();
  const log = path.join(tempFolder('log'), 'calls.jsonl');
  const { call, start, close } = await session(workspace, log);
  await call('Generate_job', { job: await start({ ms: 0 }) });
  const left = await start({ ms: 60_000 });
  await call('Generate_job', { job: left, waitS: 0.2 });
  await close();
  expect(processesIn(workspace).size).toBe(0);
  expect(readCallLog(readFileSync(log)).lines).toMatchObject([
    { operation: 'runs__Generate', outcome: 'OK' },
    { operation: 'runs__Generate', outcome: 'CANCELLED' },
  ]);
});

test('a job that is refused leaves a line in the call log as a refused call does', async () => {
  const log = path.join(tempFolder('log'), 'calls.jsonl');
  const { call, close } = await session(workspaceFolder(), log);
  expect(await call('Generate_start', { ms: 'long' })).toMatchObject({
    code: 'BAD_ARGUMENTS',
    message: expect.stringContaining('runs__Generate_start: ms must be') as unknown,
  });
  await close();
  expect(readCallLog(readFileSync(log)).lines).toMatchObject([
    { operation: 'runs__Generate', outcome: 'BAD_ARGUMENTS', argumentsDigest: null, resultDigest: null },
  ]);
});

test('a registry runs so many jobs at most, and forgets the oldest that have ended', async () => {
  const jobs = createJobRegistry({ running: 2, ended: 1 });
  const name = 'runs__Generate' as never;
  const ends: (() => void)[] = [];
  const answered = { kind: 'answered', structured: {}, text: '{}' } as const;
  const run = () => new Promise<typeof answered>((resolve) => ends.push(() => resolve(answered)));
  const [first, second] = [jobs.start(name, run), jobs.start(name, run)];
  expect(() => jobs.start(name, run)).toThrow('2 jobs are running');
  await expect.poll(() => ends.length).toBe(2);
  ends.forEach((end) => end());
  await jobs.wait(name, second.job, 1000);
  expect(jobs.view(name, second.job).state).toBe('done');
  expect(() => jobs.view(name, first.job)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  expect(() => jobs.view('runs__Other' as never, second.job)).toThrow('no job');
});
