import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CallOutcome } from '../../src/server/index.ts';
import { openSession, type Session } from '../../src/server/io/index.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { processesIn, until } from './processes.ts';

const NOTHING = { type: 'object', properties: {}, additionalProperties: false };
const text = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  additionalProperties: false,
});

const operations = Object.fromEntries(
  [
    ...['Count', 'Refuse', 'Fail', 'Silent', 'NotANumber', 'Latin', 'Twice', 'Garbage', 'Control'],
    ...['Surrogate', 'Infinite', 'Deep', 'Proto', 'Draw', 'Scribble'],
    ...['Endless', 'Noisy', 'Never', 'Stubborn', 'Grandchild', 'Holding', 'Surroundings'],
  ].map((name) => [name, { description: `Does ${name}.`, input: NOTHING }]),
);

let installed: Installed;
let workspace: string;
const open: Session[] = [];

beforeAll(async () => {
  installed = await installFixtures({
    name: 'each',
    fixture: 'each-call.sh',
    kind: 'exec',
    operations: {
      ...operations,
      Greet: { description: 'Greets.', input: text('name'), maxResultBytes: 300, output: NOTHING_ELSE },
    },
  });
});

const NOTHING_ELSE = {
  type: 'object',
  properties: { greeting: { type: 'string' }, folder: { type: 'string' } },
  required: ['greeting', 'folder'],
  additionalProperties: false,
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

async function session(callMs = 20_000): Promise<Session> {
  workspace = workspaceFolder();
  const opened = await openSession(installed.lock, installed.lockFile, {
    workspace,
    home: installed.home,
    callLog: path.join(tempFolder('log'), 'calls.jsonl'),
    limits: { callMs, abandonMs: 1000 },
    onFault: (message) => {
      throw new Error(message);
    },
  });
  open.push(opened);
  return opened;
}

const failure = (outcome: CallOutcome) =>
  outcome.kind === 'failed' ? outcome.error : { code: 'ANSWERED', message: outcome.text, hint: undefined };

test('each call is a process of its own, told on standard input, that answers on standard output', async () => {
  const opened = await session();
  expect(await opened.call('each__Greet', { name: 'Ada' })).toMatchObject({
    structured: { greeting: 'Hello, Ada', folder: workspace },
  });
  expect(processesIn(workspace).size).toBe(0);
});

test('images that a program leaves are shown beside its result, links to anywhere are not', async () => {
  expect(await (await session()).call('each__Draw', {})).toMatchObject({
    structured: {
      drawn: 2,
      images: [{ mimeType: 'image/png' }, { mimeType: 'image/gif' }],
    },
    images: [
      { mimeType: 'image/png', data: Buffer.from('\x89PNG\r\n\x1a\nfirst', 'latin1').toString('base64') },
      { mimeType: 'image/gif', data: Buffer.from('GIF89asecond').toString('base64') },
    ],
  });
});

test('progress is told on standard error', async () => {
  const seen: unknown[] = [];
  const opened = await session();
  await opened.call('each__Count', {}, { onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([1, 2, 3].map((done) => ({ done, total: 3, message: `step ${done}` })));
});

test.each([
  ['Refuse', 'BAD_ARGUMENTS', 'no such particle'],
  [
    'Fail',
    'OPERATION_FAILED',
    'Fail ended with exit status 7; it last printed:\ncannot open (a path outside',
  ],
  ['Silent', 'BAD_RESULT', 'what Silent printed on standard output is empty'],
  ['NotANumber', 'BAD_RESULT', 'holds NaN, which is not a JSON number'],
  ['Latin', 'BAD_RESULT', 'is not UTF-8'],
  ['Twice', 'BAD_RESULT', 'is not one JSON document: {"first": 1}'],
  ['Garbage', 'BAD_RESULT', 'is not one JSON document: the width is 3 GeV'],
  ['Surrogate', 'BAD_RESULT', 'the result of each__Surrogate: /name: the text is not well-formed Unicode'],
  ['Infinite', 'BAD_RESULT', '/width/0: Infinity is not a JSON number'],
  ['Deep', 'BAD_RESULT', 'nested more than 64 levels deep'],
  ['Proto', 'BAD_RESULT', '/rows: __proto__ is not taken as a key'],
  ['Scribble', 'BAD_RESULT', 'Scribble left a file that is no PNG, JPEG, GIF or WebP image'],
  ['Endless', 'HOST_FAILED', 'was stopped: it printed more than 67108864 bytes'],
])('a program that does %s gives one clear error and leaves nothing', async (name, code, message) => {
  const error = failure(await (await session()).call(`each__${name}`, {}));
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
  await until(() => processesIn(workspace).size === 0, 3000);
});

test('a program that is killed is told with its signal', async () => {
  const opened = await session();
  const waiting = opened.call('each__Never', {});
  await until(() => processesIn(workspace).size > 0, 10_000);
  for (const pid of processesIn(workspace).keys()) process.kill(pid, 'SIGKILL');
  expect(failure(await waiting)).toMatchObject({
    code: 'HOST_FAILED',
    message: 'Never was ended by SIGKILL',
  });
});

test('a flood on standard error does not block the call', async () => {
  expect(await (await session()).call('each__Noisy', {})).toMatchObject({ structured: { quiet: false } });
});

test.each(['Never', 'Stubborn'])('a program that %s stops is ended by its time limit', async (name) => {
  const opened = await session(500);
  expect(failure(await opened.call(`each__${name}`, {}))).toMatchObject({
    code: 'HOST_TIMEOUT',
    message: `${name} did not answer within 0.5 s`,
  });
  await until(() => processesIn(workspace).size === 0, 4000);
});

test('a cancelled call is answered at once, and its program is gone', async () => {
  const opened = await session();
  const controller = new AbortController();
  const waiting = opened.call('each__Stubborn', {}, { signal: controller.signal });
  await until(() => processesIn(workspace).size > 0, 10_000);
  controller.abort();
  expect(failure(await waiting).code).toBe('CANCELLED');
  await until(() => processesIn(workspace).size === 0, 4000);
});

test.each(['Grandchild', 'Holding'])('what a program left running (%s) is gone with it', async (name) => {
  expect(await (await session()).call(`each__${name}`, {})).toMatchObject({ kind: 'answered' });
  await until(() => processesIn(workspace).size === 0, 3000);
});

test('closing the session ends the programs that run', async () => {
  const opened = await session();
  const waiting = opened.call('each__Stubborn', {});
  await until(() => processesIn(workspace).size > 0, 10_000);
  await opened.close();
  expect(failure(await waiting).code).toBe('CANCELLED');
  expect(processesIn(workspace).size).toBe(0);
});

test('a program sees neither the variables of the server nor the files of a call before', async () => {
  process.env['CANARY_TOKEN'] = 'canary-secret';
  const outcome = await (await session()).call('each__Surroundings', {});
  if (outcome.kind !== 'answered') throw new Error(outcome.error.message);
  expect(outcome.structured['canary']).toBe('');
  expect(existsSync(outcome.structured['temporary'] as string)).toBe(false);
});
