import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Lock } from '../../src/lockfile/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import type { CallOutcome } from '../../src/server/index.ts';
import { openSession, type Session } from '../../src/server/io/index.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { processesIn, until } from './processes.ts';

let installed: Installed;
let workspace: string;
const open: Session[] = [];

beforeAll(async () => {
  installed = await installFixtures({ name: 'wrapped', fixture: 'wrapped-server.mjs', kind: 'mcp' });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

async function session(lock: Lock = installed.lock, from: Installed = installed): Promise<Session> {
  workspace = workspaceFolder();
  const opened = await openSession(lock, from.lockFile, {
    workspace,
    home: from.home,
    callLog: path.join(tempFolder('log'), 'calls.jsonl'),
    onFault: (message) => {
      throw new Error(message);
    },
  });
  open.push(opened);
  return opened;
}

const failure = (outcome: CallOutcome) =>
  outcome.kind === 'failed' ? outcome.error : { code: 'ANSWERED', message: outcome.text };

test('a wrapped tool is called by its own name, and its structured content is the value', async () => {
  expect(await (await session()).call('wrapped__add_numbers', { a: 2, b: 3 })).toEqual({
    kind: 'answered',
    structured: { sum: 5 },
    text: '{"sum":5}',
  });
});

test('an answer in words is answered as text', async () => {
  expect(await (await session()).call('wrapped__speak', {})).toMatchObject({
    structured: { text: 'plain words' },
  });
});

test.each([
  '"result":null',
  '"result":{"content":[]},"error":{"code":1,"message":"x"}',
  '"error":"boom"',
  '"error":{"code":"x","message":5}',
  '"more":1',
])('an answer %s is no answer, and ends the server and not the patience of its caller', async (as) => {
  const error = failure(await (await session()).call('wrapped__answer', { as }));
  expect(error).toMatchObject({
    code: 'HOST_FAILED',
    message: expect.stringContaining('no answer of JSON-RPC') as unknown,
  });
});

test('arguments are checked before a wrapped server is started', async () => {
  const error = failure(await (await session()).call('wrapped__add_numbers', { a: 'two', b: 3 }));
  expect(error.code).toBe('BAD_ARGUMENTS');
  expect(processesIn(workspace).size).toBe(0);
});

test('a tool whose description is not the pinned one is caught before anything is run', async () => {
  const drifted = structuredClone(installed.lock);
  const pinned = Object.values(drifted.operations).find(
    ({ upstreamName }) => upstreamName === 'add.numbers',
  )!;
  pinned.upstreamDigests!.description = sha256('another description');
  pinned.upstreamDigests!.annotations = sha256('other annotations');
  const opened = await session(drifted);
  const error = failure(await opened.call('wrapped__speak', {}));
  expect(error.code).toBe('HOST_DRIFT');
  expect(error.message).toBe(
    'the wrapped server of wrapped differs from the lock: wrapped__add_numbers (its "add.numbers") changed in description, annotations',
  );
  await until(() => processesIn(workspace).size === 0, 2000);
});

test('a tool that the server no longer lists is drift too', async () => {
  const drifted = structuredClone(installed.lock);
  const pinned = Object.values(drifted.operations).find(({ upstreamName }) => upstreamName === 'speak')!;
  pinned.upstreamName = 'shout';
  const error = failure(await (await session(drifted)).call('wrapped__add_numbers', { a: 1, b: 2 }));
  expect(error).toMatchObject({
    code: 'HOST_DRIFT',
    message: expect.stringContaining('(its "shout") is gone') as unknown,
  });
});

test('noise on the standard output of a wrapped server is one clear error, and the next call starts it again', async () => {
  const opened = await session();
  const error = failure(await opened.call('wrapped__noise', {}));
  expect(error.code).toBe('HOST_FAILED');
  expect(error.message).toContain('not MCP on standard output: Loading model...');
  expect(await opened.call('wrapped__speak', {})).toMatchObject({ kind: 'answered' });
});

test('progress of a wrapped tool is passed on, and cancelling reaches it', async () => {
  const opened = await session();
  const controller = new AbortController();
  const seen: unknown[] = [];
  const waiting = opened.call(
    'wrapped__wait',
    {},
    {
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        controller.abort();
      },
    },
  );
  expect(failure(await waiting).code).toBe('CANCELLED');
  expect(seen).toEqual([{ done: 1, total: 2, message: 'half way' }]);
  expect(await opened.call('wrapped__speak', {})).toMatchObject({ kind: 'answered' });
});

test('a wrapped server sees the allow-listed environment and what its manifest maps, and stands in the workspace', async () => {
  process.env['CANARY_TOKEN'] = 'canary-secret';
  const outcome = await (await session()).call('wrapped__show_environment', {});
  if (outcome.kind !== 'answered') throw new Error(outcome.error.message);
  expect(outcome.structured['WRAPPED_FOR']).toBe(workspace);
  expect(outcome.text).not.toContain('canary-secret');
});

test('a wrapped server that is killed in mid-call is told, and nothing is left of it', async () => {
  const opened = await session();
  await opened.call('wrapped__speak', {});
  const waiting = opened.call('wrapped__wait', {});
  setTimeout(() => {
    for (const pid of processesIn(workspace).keys()) process.kill(pid, 'SIGKILL');
  }, 200);
  expect(failure(await waiting)).toMatchObject({ code: 'HOST_FAILED' });
  await opened.close();
  expect(processesIn(workspace).size).toBe(0);
});

test('a wrapped server whose files were changed is not started', async () => {
  const [digest] = await installed.store.list();
  const file = path.join(installed.store.pathOf(digest!), 'host.mjs');
  const bytes = readFileSync(file);
  chmodSync(file, 0o644);
  try {
    writeFileSync(file, Buffer.concat([Buffer.from('process.exit(1);'), bytes]));
    expect(failure(await (await session()).call('wrapped__speak', {})).code).toBe('STORE_CHANGED');
  } finally {
    writeFileSync(file, bytes);
    chmodSync(file, 0o444);
  }
});

test('images are kept in the workspace, named in the result, and shown after it', async () => {
  const outcome = await (await session()).call('wrapped__draw', {});
  if (outcome.kind !== 'answered') throw new Error(outcome.error.message);
  const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const digest = sha256(bytes);
  // The second image is none by its bytes, and is left out.
  const file = `.toolbase/results/${digest.slice('sha256:'.length)}.png`;
  expect(outcome.structured['images']).toEqual([
    { path: file, mimeType: 'image/png', sha256: digest, sizeBytes: 16 },
  ]);
  expect(readFileSync(path.join(workspace, file))).toEqual(bytes);
  expect(outcome.images).toEqual([{ mimeType: 'image/png', data: bytes.toString('base64') }]);
});

test('bytes that are no text end the server that printed them with one clear error', async () => {
  const error = failure(await (await session()).call('wrapped__bytes', {}));
  expect(error.code).toBe('HOST_FAILED');
  expect(error.message).toContain('was stopped: it wrote bytes that are not UTF-8 on standard output');
});

test('a wrapped server that asks without end and reads no answer is stopped', async () => {
  const asks = await installFixtures({ name: 'asks', fixture: 'asks.mjs', kind: 'mcp' });
  const opened = await session(asks.lock, asks);
  expect(failure(await opened.call('asks__ask', {}))).toMatchObject({
    code: 'HOST_FAILED',
    message: expect.stringContaining('it did not read what it was sent') as unknown,
  });
  await until(() => processesIn(workspace).size === 0, 4000);
});

test('control characters of a result are replaced, and it is said how many', async () => {
  const outcome = await (await session()).call('wrapped__paint', {});
  expect(outcome).toMatchObject({
    structured: { 'a\ufffd[31m': ['plain\n\ttext', '\ufffd[2Jgone\ufffd'] },
    note: expect.stringContaining('note: 3 control characters in the result') as unknown,
  });
});

test('what hosts print is kept beside the call log, for its owner', async () => {
  const folder = tempFolder('log');
  workspace = workspaceFolder();
  const opened = await openSession(installed.lock, installed.lockFile, {
    workspace,
    home: installed.home,
    callLog: path.join(folder, 'calls.jsonl'),
    onFault: () => undefined,
  });
  const controller = new AbortController();
  const waiting = opened.call(
    'wrapped__wait',
    {},
    { signal: controller.signal, onProgress: () => controller.abort() },
  );
  await waiting;
  await until(() => existsSync(path.join(folder, 'calls.hosts.log')), 5000);
  await opened.close();
  const kept = path.join(folder, 'calls.hosts.log');
  expect(readFileSync(kept, 'utf8')).toMatch(/^\S+Z wrapped: cancelled upstream$/m);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
});
