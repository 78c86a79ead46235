import { createHash } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
  chmodSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import type { CallOutcome } from '../../src/server/index.ts';
import { openSession, type Session } from '../../src/server/io/index.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { processesIn, until } from './processes.ts';

let installed: Installed;
let workspace: string;
const open: Session[] = [];

beforeAll(async () => {
  installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

async function session(
  callLog?: string,
  onHostLog?: (toolkit: string, line: string) => void,
): Promise<Session> {
  workspace = workspaceFolder();
  const opened = await openSession(installed.lock, installed.lockFile, {
    workspace,
    home: installed.home,
    callLog: callLog ?? path.join(tempFolder('log'), 'calls.jsonl'),
    onHostLog,
    onFault: (message) => {
      throw new Error(message);
    },
  });
  open.push(opened);
  return opened;
}

type Args = Parameters<Session['call']>[1];

const call = async (operation: string, args: Args = {}): Promise<CallOutcome> =>
  (await session()).call(`workbench__${operation}`, args);

const failure = (outcome: CallOutcome) =>
  outcome.kind === 'failed' ? outcome.error : { code: 'ANSWERED', message: outcome.text, hint: undefined };

test('defaults are filled in, and the text is the compact JSON of the structured result', async () => {
  expect(await call('Echo', { message: 'ab' })).toEqual({
    kind: 'answered',
    structured: { message: 'ab' },
    text: '{"message":"ab"}',
  });
});

test('no process is started before the first call, and none is left after close', async () => {
  const opened = await session();
  expect(processesIn(workspace).size).toBe(0);
  await opened.call('workbench__Print', {});
  expect(processesIn(workspace).size).toBeGreaterThan(0);
  await opened.close();
  expect(processesIn(workspace).size).toBe(0);
});

test.each([
  ['an unknown argument', { message: 'a', mesage: 'b' }, 'mesage is not known: did you mean "message"?'],
  ['a missing argument', {}, 'message is missing (text (1 to 20000 characters))'],
  [
    'a wrongly typed argument',
    { message: 'a', times: '2' },
    'times must be a whole number from 1 to 9, not the text "2"',
  ],
  [
    'a number out of range',
    { message: 'a', times: 10 },
    'times must be a whole number from 1 to 9, not the number 10',
  ],
  [
    'an unknown choice',
    { message: 'a', mode: 'LOUD' },
    'mode must be one of "plain", "loud", not the text "LOUD"',
  ],
  ['a lone surrogate', { message: '\ud800' }, 'not well-formed Unicode'],
  ['a forbidden key', JSON.parse('{"message":"a","__proto__":1}') as Args, '__proto__ is not taken as a key'],
])('%s is refused with what would fit', async (_what, args, message) => {
  const error = failure(await call('Echo', args));
  expect(error.code).toBe('BAD_ARGUMENTS');
  expect(error.message).toContain(message);
});

test('an operation that prints on standard output answers all the same', async () => {
  expect(await call('Print')).toMatchObject({ kind: 'answered', structured: { printed: true } });
});

test('what an operation throws is told without its stack and without paths of the machine', async () => {
  const error = failure(await call('Throw'));
  expect(error).toEqual({
    code: 'OPERATION_FAILED',
    message: "cannot open '(a path outside the workspace)' nor inside.txt",
  });
});

test('a fault in the code of an operation is told as one, with the line', async () => {
  const error = failure(await call('Crash'));
  expect(error.code).toBe('OPERATION_CRASHED');
  expect(error.message).toContain("reading 'widths'");
  expect(error.hint).toMatch(/fault of the toolkit's code.* Thrown at .*workbench\.mjs: .*widths/);
});

test("an operation's own error keeps its code and hint", async () => {
  expect(failure(await call('ThrowCoded'))).toEqual({
    code: 'UNSUPPORTED',
    message: 'loops are not computed',
    hint: 'Ask for tree level.',
  });
});

test('a result that the output schema forbids is the fault of the toolkit', async () => {
  const error = failure(await call('BreakPromise'));
  expect(error.code).toBe('BAD_RESULT');
  expect(error.message).toContain('/width');
});

test('a number that JSON cannot carry is named by its place', async () => {
  const error = failure(await call('NotFinite'));
  expect(error).toMatchObject({ code: 'BAD_RESULT' });
  expect(error.message).toContain('/rows/1/x: NaN');
});

test('a result that is no object is answered in one', async () => {
  expect(await call('Bare')).toMatchObject({ structured: { result: 42 }, text: '{"result":42}' });
});

test('a host that dies in mid-call is told with its last words, and the next call starts it again', async () => {
  const opened = await session();
  const error = failure(await opened.call('workbench__Die', {}));
  expect(error.code).toBe('HOST_FAILED');
  expect(error.message).toContain('the host of workbench ended with exit status 3');
  expect(error.message).toContain('segmentation fault, said the library');
  expect(await opened.call('workbench__Echo', { message: 'again' })).toMatchObject({ kind: 'answered' });
});

test('a host that is killed in mid-call is told with its signal, and so are the calls beside it', async () => {
  const opened = await session();
  await opened.call('workbench__Echo', { message: 'warm' });
  const calls = [1, 2].map(() => opened.call('workbench__Sleep', { ms: 20_000 }));
  for (const pid of processesIn(workspace).keys()) process.kill(pid, 'SIGKILL');
  for (const outcome of await Promise.all(calls)) {
    expect(failure(outcome).code).toBe('HOST_FAILED');
    expect(failure(outcome).message).toContain('SIGKILL');
  }
});

test('calls run side by side in one host', async () => {
  const opened = await session();
  await opened.call('workbench__Echo', { message: 'warm' });
  const startedMs = performance.now();
  await Promise.all([1, 2, 3].map(() => opened.call('workbench__Sleep', { ms: 400 })));
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

test('cancelling reaches the operation and is answered at once', async () => {
  const opened = await session();
  await opened.call('workbench__Echo', { message: 'warm' });
  const controller = new AbortController();
  const waiting = opened.call('workbench__Wait', {}, { signal: controller.signal });
  setTimeout(() => controller.abort(), 100);
  expect(failure(await waiting).code).toBe('CANCELLED');
  // The same host goes on: the operation heeded the signal.
  const before = [...processesIn(workspace).keys()];
  expect(await opened.call('workbench__Echo', { message: 'on' })).toMatchObject({ kind: 'answered' });
  expect([...processesIn(workspace).keys()]).toEqual(before);
});

test.each(['Hang', 'Block'])(
  'a cancelled operation that does not stop (%s) costs its host, not the next call',
  async (name) => {
    const opened = await session();
    await opened.call('workbench__Echo', { message: 'warm' });
    const before = [...processesIn(workspace).keys()];
    const controller = new AbortController();
    const waiting = opened.call(`workbench__${name}`, {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect(failure(await waiting).code).toBe('CANCELLED');
    await until(() => before.every((pid) => !processesIn(workspace).has(pid)), 3000);
    expect(await opened.call('workbench__Echo', { message: 'new' })).toMatchObject({ kind: 'answered' });
  },
);

test('a flood on standard error neither blocks the call nor is kept', async () => {
  const lines: string[] = [];
  const opened = await session(undefined, (_toolkit, line) => lines.push(line));
  expect(await opened.call('workbench__Flood', {})).toMatchObject({ kind: 'answered' });
  await until(() => lines.length >= 200_000, 10_000);
  expect(failure(await opened.call('workbench__Die', {})).message.length).toBeLessThan(2000);
});

test('progress is told in steps, not for every value, and the last is told', async () => {
  const opened = await session();
  const seen: number[] = [];
  await opened.call('workbench__Steps', {}, { onProgress: ({ done }) => seen.push(done) });
  expect(seen.at(-1)).toBe(50);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.length).toBeLessThan(20);
});

test('a child that a host left behind is gone when the session closes', async () => {
  const opened = await session();
  await opened.call('workbench__Spawn', {});
  await until(() => [...processesIn(workspace).values()].some((line) => line.startsWith('sleep 600')), 2000);
  await opened.close();
  expect(processesIn(workspace).size).toBe(0);
});

test('a result of 8192 bytes is inline, one byte more goes to a file with its digest', async () => {
  const opened = await session();
  expect(await opened.call('workbench__Large', { sizeBytes: 8192 })).toMatchObject({
    structured: { text: 'x'.repeat(8192 - 11) },
  });
  const outcome = await opened.call('workbench__Large', { sizeBytes: 8193 });
  const whole = `{"text":"${'x'.repeat(8193 - 11)}"}`;
  const hex = createHash('sha256').update(whole).digest('hex');
  expect(outcome).toMatchObject({
    kind: 'answered',
    structured: {
      spilled: {
        path: `.toolbase/results/${hex}.json`,
        sha256: `sha256:${hex}`,
        sizeBytes: 8193,
        head: whole.slice(0, 1000),
        shape: { text: 'string' },
      },
    },
  });
  expect(readFileSync(path.join(workspace, '.toolbase/results', `${hex}.json`), 'utf8')).toBe(whole);
});

test('a result of more bytes than declared is the fault of the toolkit', async () => {
  expect(failure(await call('Overdeclared')).code).toBe('BAD_RESULT');
});

test('a spilled result is not written through a link out of the workspace', async () => {
  const opened = await session();
  const outside = tempFolder('outside');
  symlinkSync(outside, path.join(workspace, '.toolbase'));
  expect(failure(await opened.call('workbench__Large', { sizeBytes: 9000 })).code).toBe('PATH_OUTSIDE');
  expect(readdirSync(outside)).toEqual([]);
});

test('declared paths are read and written inside the workspace', async () => {
  const opened = await session();
  expect(
    await opened.call('workbench__Copy', { from: 'in/data.txt', to: 'out/deep/copy.txt' }),
  ).toMatchObject({
    structured: { sizeBytes: 6, to: 'out/deep/copy.txt' },
  });
  expect(readFileSync(path.join(workspace, 'out/deep/copy.txt'), 'utf8')).toBe('seven\n');
});

test('a call that is refused makes no folder', async () => {
  const opened = await session();
  await opened.call('workbench__Copy', { from: 'in/none.txt', to: 'new/copy.txt' });
  await opened.call('workbench__Copy', { from: 'in/data.txt', to: 'new/copy.txt', more: 1 });
  expect(readdirSync(workspace)).toEqual(['in']);
});

test('an absolute path and a detour are told to the operation by their place in the workspace', async () => {
  const opened = await session();
  expect(
    await opened.call('workbench__Copy', { from: path.join(workspace, 'in/data.txt'), to: 'in/../copy.txt' }),
  ).toMatchObject({ structured: { from: 'in/data.txt', to: 'copy.txt' } });
});

test.each([
  ['climbs out', () => '../secret.txt'],
  ['is absolute', () => '/etc/hostname'],
  ['goes through a link', () => 'link/secret.txt'],
  ['is a link itself', () => 'direct.txt'],
  ['is a link to nothing yet', () => 'dangling.txt'],
  ['stands in a folder whose name begins alike', () => `${workspace}-sibling/secret.txt`],
  ['holds a zero byte', () => 'in/\0data.txt'],
  ['is empty', () => ''],
])('a path that %s is refused, for reading and for writing', async (_what, given) => {
  const opened = await session();
  const outside = tempFolder('outside');
  writeFileSync(path.join(outside, 'secret.txt'), 'secret');
  mkdirSync(`${workspace}-sibling`);
  writeFileSync(`${workspace}-sibling/secret.txt`, 'secret');
  symlinkSync(outside, path.join(workspace, 'link'));
  symlinkSync(path.join(outside, 'secret.txt'), path.join(workspace, 'direct.txt'));
  symlinkSync(path.join(outside, 'new.txt'), path.join(workspace, 'dangling.txt'));
  const reading = failure(await opened.call('workbench__Copy', { from: given(), to: 'copy.txt' }));
  const writing = failure(await opened.call('workbench__Copy', { from: 'in/data.txt', to: given() }));
  const inHost = failure(await opened.call('workbench__ReadAnywhere', { file: given() }));
  expect([reading.code, writing.code, inHost.code]).toEqual(['PATH_OUTSIDE', 'PATH_OUTSIDE', 'PATH_OUTSIDE']);
  expect(existsSync(path.join(workspace, 'copy.txt'))).toBe(false);
  expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  expect(existsSync(path.join(outside, 'new.txt'))).toBe(false);
});

test.each([
  ['ReadAnywhere', 'in/data.txt', 'reads'],
  ['WriteAnywhere', 'in/data.txt', 'writes'],
  ['WriteAnywhere', 'new/data.txt', 'writes'],
])('%s does not get %s, which no declared argument names', async (name, file, kind) => {
  const error = failure(await call(name, { file }));
  expect(error).toMatchObject({
    code: 'PATH_OUTSIDE',
    message: `${file} is named by no argument that ${name} declares under effects.${kind}`,
  });
  expect(error.hint).toContain('an argument with a default');
  expect(readFileSync(path.join(workspace, 'in/data.txt'), 'utf8')).toBe('seven\n');
  expect(existsSync(path.join(workspace, 'new'))).toBe(false);
});

test('a file below a declared folder may be written, then read, also by a default', async () => {
  expect(await call('WriteReport', {})).toMatchObject({ structured: { text: 'written' } });
  expect(readFileSync(path.join(workspace, 'report/a/index.txt'), 'utf8')).toBe('written');
});

test('a file that is not there is told by its name', async () => {
  const error = failure(await call('Copy', { from: 'in/none.txt', to: 'copy.txt' }));
  expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'in/none.txt does not exist in the workspace' });
});

test('a host sees an allow-listed environment and its own temporary folder, which is removed', async () => {
  process.env['CANARY_TOKEN'] = 'canary-secret';
  process.env['NODE_OPTIONS'] ??= '';
  const outcome = await call('Surroundings');
  expect(JSON.stringify(outcome)).not.toContain('canary-secret');
  if (outcome.kind !== 'answered') throw new Error(outcome.error.message);
  const { environment, folder, temporary } = outcome.structured;
  const allowed = 'HOME LANG LC_ALL LC_CTYPE LOGNAME PATH TMPDIR TOOLBASE_HOME TZ USER XDG_CACHE_HOME'.split(
    ' ',
  );
  expect(Object.keys(environment as object).filter((name) => !allowed.includes(name))).toEqual([]);
  expect(folder).toBe(workspace);
  expect(existsSync(temporary as string)).toBe(false);
});

test('a toolkit that was changed in the store is not started', async () => {
  const [digest] = await installed.store.list();
  const file = path.join(installed.store.pathOf(digest!), 'host.mjs');
  const bytes = readFileSync(file);
  chmodSync(file, 0o644);
  try {
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('//')]));
    const opened = await session();
    expect(failure(await opened.call('workbench__Echo', { message: 'a' })).code).toBe('STORE_CHANGED');
    expect(processesIn(workspace).size).toBe(0);
  } finally {
    writeFileSync(file, bytes);
    chmodSync(file, 0o444);
  }
});

test('a session cannot be opened on a toolkit that is not installed, nor on a workspace that is none', async () => {
  const options = { home: tempFolder('empty'), workspace: tempFolder(), onFault: () => undefined };
  await expect(openSession(installed.lock, 'a.lock', options)).rejects.toMatchObject({
    code: 'NOT_INSTALLED',
    message: 'not in the store: workbench 1.0.0',
    hint: 'Run `toolbase install a.lock`.',
  });
  for (const [folder, code] of [
    ['/nowhere/at/all', 'NOT_FOUND'],
    [installed.lockFile, 'NOT_FOUND'],
    ['/', 'USAGE'],
  ])
    await expect(
      openSession(installed.lock, 'a.lock', { ...options, home: installed.home, workspace: folder }),
    ).rejects.toMatchObject({ code });
});

test('each call leaves a line with digests of what went in and out, refused calls too', async () => {
  const log = path.join(tempFolder('log'), 'calls.jsonl');
  const opened = await session(log);
  await opened.call('workbench__Copy', { from: 'in/data.txt', to: 'copy.txt' });
  await opened.call('workbench__Echo', { wrong: 1 });
  await opened.call('workbench__Throw', {});
  await opened.close();
  const reading = readCallLog(readFileSync(log));
  const sha = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  expect(reading.faults).toEqual([]);
  expect(reading.lines).toMatchObject([
    {
      seq: 1,
      operation: 'workbench__Copy',
      outcome: 'OK',
      lockDigest: installed.lock.lockDigest,
      toolkit: { name: 'workbench', version: '1.0.0' },
      argumentsDigest: sha('toolbase-arguments-v1\n{"from":"in/data.txt","to":"copy.txt"}'),
      resultDigest: sha('toolbase-result-v1\n{"from":"in/data.txt","sizeBytes":6,"to":"copy.txt"}'),
      reads: [{ path: 'in/data.txt', digest: sha('seven\n') }],
      writes: [{ path: 'copy.txt', digest: sha('seven\n') }],
    },
    { seq: 2, outcome: 'BAD_ARGUMENTS', argumentsDigest: null, resultDigest: null },
    { seq: 3, outcome: 'OPERATION_FAILED', resultDigest: null },
  ]);
});

test('a call that could not be logged is not run', async () => {
  const opened = await session(path.join(installed.lockFile, 'below', 'calls.jsonl'));
  expect(failure(await opened.call('workbench__Copy', { from: 'in/data.txt', to: 'copy.txt' })).code).toBe(
    'NOT_WRITABLE',
  );
  expect(existsSync(path.join(workspace, 'copy.txt'))).toBe(false);
});

test('a name that the lock does not expose is an outcome, not an accident', async () => {
  for (const name of ['workbench__Nothing', 'Echo', '__proto__', 'constructor', ''])
    expect(failure(await (await session()).call(name, {})).code).toBe('UNKNOWN_OPERATION');
});
