import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CallOutcome } from '../../src/server/index.ts';
import { openSession, type Session } from '../../src/server/io/index.ts';
import { needsExternal } from '../external.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { processesIn, until } from './processes.ts';

let installed: Installed;
let workspace: string;
const open: Session[] = [];

const NOTHING = { type: 'object', properties: {}, additionalProperties: false };
const FILE = { ...NOTHING, properties: { file: { type: 'string' } }, required: ['file'] };

beforeAll(async () => {
  installed = await installFixtures(
    { name: 'workbench', fixture: 'workbench.mjs' },
    {
      name: 'each',
      fixture: 'each-call.sh',
      kind: 'exec',
      operations: {
        Greedy: { description: 'Takes 300 MB.', input: NOTHING, limits: { memoryMiB: 100 } },
        Never: { description: 'Never answers.', input: NOTHING, limits: { wallMs: 300 } },
        Count: { description: 'Counts.', input: NOTHING, limits: { concurrency: 1 } },
        Greet: {
          description: 'Greets.',
          input: { ...FILE, properties: { name: { type: 'string' } }, required: ['name'] },
        },
        Write: { description: 'Writes a file, wherever.', input: FILE },
        Break: { description: 'Mounts the system anew, and writes.', input: FILE },
        Knock: { description: 'Connects to a socket.', input: FILE },
        Reach: { description: 'Reaches for the network.', input: NOTHING },
      },
    },
  );
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
  rmSync(path.join(installed.home, 'settings.yaml'), { force: true });
});

async function session(settings = '', policies: { name: string; policy: 'allow' | 'ask' | 'deny' }[] = []) {
  if (settings !== '')
    writeFileSync(
      path.join(installed.home, 'settings.yaml'),
      settings.startsWith('hosts:')
        ? `formatVersion: 1\n${settings}\n`
        : `formatVersion: 1\ntoolkits:\n${settings}\n`,
    );
  workspace = workspaceFolder();
  const opened = await openSession(installed.lock, installed.lockFile, {
    workspace,
    home: installed.home,
    policies,
    callLog: path.join(tempFolder('log'), 'calls.jsonl'),
    onFault: (message) => {
      throw new Error(message);
    },
  });
  open.push(opened);
  return opened;
}

const failure = (outcome: CallOutcome) =>
  outcome.kind === 'failed' ? outcome.error : { code: 'ANSWERED', message: outcome.text, hint: undefined };

test('an operation that takes more memory than it declares fails, and one that is given more does not', async () => {
  expect(failure(await (await session()).call('each__Greedy', {}))).toMatchObject({
    code: 'OPERATION_FAILED',
    message: expect.stringContaining('memory exhausted') as unknown,
  });
  const given = await session('  each: { operations: { Greedy: { limits: { memoryMiB: 900 } } } }');
  expect(await given.call('each__Greedy', {})).toMatchObject({ structured: { took: 300000000 } });
});

test('an operation ends at the wall time that it declares, or that the machine sets', async () => {
  expect(failure(await (await session()).call('each__Never', {})).message).toBe(
    'Never did not answer within 0.3 s',
  );
  const set = await session('  workbench: { operations: { Hang: { limits: { wallMs: 400 } } } }');
  expect(failure(await set.call('workbench__Hang', {}))).toMatchObject({ code: 'HOST_TIMEOUT' });
});

test('calls above the concurrency of an operation wait, and others pass them', async () => {
  const opened = await session();
  const ends: string[] = [];
  const note = (what: string, call: Promise<CallOutcome>) =>
    call.then(({ kind }) => ends.push(`${what} ${kind}`));
  await Promise.all([
    note('first', opened.call('each__Count', {})),
    note('second', opened.call('each__Count', {})),
    note('other', opened.call('each__Greet', { name: 'Ada' })),
  ]);
  expect(ends).toEqual(['other answered', 'first answered', 'second answered']);
});

test('a result that is larger than the machine allows is refused', async () => {
  const opened = await session('  workbench: { operations: { Large: { limits: { outputBytes: 1000 } } } }');
  expect(failure(await opened.call('workbench__Large', { sizeBytes: 1001 })).message).toContain(
    'at most 1000',
  );
  expect(await opened.call('workbench__Large', { sizeBytes: 1000 })).toMatchObject({ kind: 'answered' });
});

test('what is denied is not run, whatever anybody says', async () => {
  const opened = await session('  workbench: { operations: { Print: { policy: deny } } }');
  expect(failure(await opened.call('workbench__Print', {}, { consent: 'given' }))).toMatchObject({
    code: 'NOT_ALLOWED',
    message: 'workbench__Print is denied by the settings of this machine',
  });
  expect(processesIn(workspace).size).toBe(0);
  expect(await opened.call('workbench__Bare', {})).toMatchObject({ kind: 'answered' });
});

test('what must be asked for runs with consent only, and the stricter of flag and settings counts', async () => {
  const opened = await session('  workbench: { operations: { "*": { policy: allow } } }', [
    { name: '*', policy: 'ask' },
  ]);
  expect(await opened.policyOf('workbench__Print')).toBe('ask');
  expect(failure(await opened.call('workbench__Print', {})).message).toContain('this client cannot ask');
  expect(failure(await opened.call('workbench__Print', {}, { consent: 'declined' })).message).toBe(
    'the user did not allow this call of workbench__Print',
  );
  expect(await opened.call('workbench__Print', {}, { consent: 'given' })).toMatchObject({ kind: 'answered' });
});

const hasSandbox = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;

test('a sandboxed host writes to the workspace and nowhere else', async (context) => {
  needsExternal(context, 'bubblewrap', hasSandbox);
  const outside = path.join(tempFolder('outside'), 'file.txt');
  const opened = await session('  each: { sandbox: true }');
  expect(await opened.call('each__Write', { file: 'inside.txt' })).toMatchObject({ kind: 'answered' });
  expect(existsSync(path.join(workspace, 'inside.txt'))).toBe(true);
  expect(failure(await opened.call('each__Write', { file: outside })).message).toContain(
    'Read-only file system',
  );
  expect(existsSync(outside)).toBe(false);
  await (await session('  each: { sandbox: false }')).call('each__Write', { file: outside });
  expect(existsSync(outside)).toBe(true);
});

test('a sandboxed host of a superuser cannot undo its sandbox', async (context) => {
  needsExternal(context, 'bubblewrap', hasSandbox);
  const outside = path.join(tempFolder('outside'), 'file.txt');
  const opened = await session('  each: { sandbox: true }');
  expect(failure(await opened.call('each__Break', { file: outside })).message).toContain(
    'Read-only file system',
  );
  expect(existsSync(outside)).toBe(false);
});

test('a sandboxed host without network reaches no socket of a service, wherever it stands', async (context) => {
  needsExternal(context, 'bubblewrap', hasSandbox);
  const folder = tempFolder('a socket');
  const [socket, link] = [path.join(folder, 'of a service'), path.join(tempFolder('link'), 'to')];
  symlinkSync(folder, link);
  const services = [socket, path.join(link, 'through a link')].map((each) => createServer().listen(each));
  await Promise.all(services.map((each) => once(each, 'listening')));
  const opened = await session('  each: { sandbox: true }');
  for (const file of [socket, path.join(folder, 'through a link')])
    expect(await opened.call('each__Knock', { file })).toMatchObject({
      structured: { said: 'ECONNREFUSED' },
    });
  const open = await session('  each: { sandbox: false }');
  expect(await open.call('each__Knock', { file: socket })).toMatchObject({ structured: { said: 'open' } });
  for (const each of services) each.close();
});

test('a sandboxed host has no network but its own loopback, and ends with all it started', async (context) => {
  needsExternal(context, 'bubblewrap', hasSandbox);
  const opened = await session('  each: { sandbox: true, network: true }\n  workbench: { sandbox: true }');
  expect(await opened.call('each__Reach', {})).toMatchObject({ structured: { interfaces: 'lo' } });
  expect(await opened.call('workbench__Echo', { message: 'in a sandbox' })).toMatchObject({
    kind: 'answered',
  });
  await opened.call('workbench__Spawn', {});
  expect(processesIn(workspace).size).toBeGreaterThan(0);
  await opened.close();
  expect(processesIn(workspace).size).toBe(0);
});

test('a host is stopped after as long without a call as the settings say, and the next call starts another', async () => {
  const opened = await session('hosts: { idleSeconds: 1 }');
  expect(await opened.call('workbench__Print', {})).toMatchObject({ kind: 'answered' });
  await until(() => processesIn(workspace).size === 0, 10_000);
  expect(await opened.call('workbench__Print', {})).toMatchObject({ kind: 'answered' });
});
