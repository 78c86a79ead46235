import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Containment } from '../../src/host/index.ts';
import { createHost, type Host, type HostLimits, probeContainment } from '../../src/host/io/index.ts';
import { createNodeLink } from '../../src/host/io/node-link.ts';
import { processesIn, until } from '../server/processes.ts';
import { tempFolder } from '../setup/temp-folder.ts';

const PROGRAM = path.join(import.meta.dirname, '../fixtures/hosts/raw-host.mjs');
const LIMITS: HostLimits = { callMs: 10_000, abandonMs: 200 };

let workspace = '';
const open: Host[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

function host(
  variant: string,
  limits = LIMITS,
  containment?: Containment,
  ears?: Parameters<typeof createHost>[3],
): Host {
  workspace = tempFolder('raw');
  const created = createHost(
    'raw',
    async () => ({
      launch: {
        program: { command: process.execPath, args: [PROGRAM, variant] },
        environment: {},
        workspace,
        containment: containment ?? (await probeContainment()),
        protocol: 'fd3',
      },
      greet: async (process, failure) => {
        const link = createNodeLink(process, failure);
        await link.hello({
          protocolVersion: 1,
          toolkit: { name: 'raw', version: '1.0.0' },
          entry: '/none',
          workspace,
          tempRoot: workspace,
          settings: {},
          secrets: {},
          externals: {},
          environments: {},
        });
        return link;
      },
      clear: () => Promise.resolve(),
    }),
    limits,
    ears,
  );
  open.push(created);
  return created;
}

const call = (of: Host, input: Parameters<Host['call']>[0]['input'] = 1) => of.call({ name: 'Do', input });

test.each([
  ['garbage', 'was stopped: it wrote something that is not host protocol 1'],
  ['wrong shape', 'was stopped: it wrote something that is not host protocol 1'],
  ['no value', 'answer of the host: /value'],
  ['endless line', 'was stopped: it wrote a line of more than 67108864 bytes'],
  ['partial, then dead', 'ended with exit status 5'],
])('a host that answers with %s gives one clear error', async (variant, message) => {
  await expect(call(host(variant))).rejects.toMatchObject({
    code: 'HOST_FAILED',
    message: expect.stringContaining(message) as unknown,
  });
});

// In a namespace the program that waits for the host holds the channel too; there the time limit of a call decides.
test('a host that closes its channel and stays is stopped', async () => {
  const closing = host('closes its channel', LIMITS, 'process-group');
  await expect(call(closing)).rejects.toMatchObject({
    code: 'HOST_FAILED',
    message: expect.stringContaining('was stopped: it closed its protocol channel') as unknown,
  });
});

test('a crash loop is told once with its last words, and refuses calls until it was left alone', async () => {
  const told: string[] = [];
  const looping = host(
    'dies at times',
    { ...LIMITS, times: { start: 10_000, terminate: 150, kill: 850, repair: 1500 } },
    undefined,
    { onBroken: (report) => told.push(report.message) },
  );
  for (let crash = 0; crash < 5; crash += 1)
    await expect(call(looping, 'die')).rejects.toMatchObject({ code: 'HOST_FAILED' });
  expect(looping.phase()).toBe('broken');
  await expect(call(looping, 'fine')).rejects.toMatchObject({
    message: expect.stringMatching(
      /^5 times in a row and more: .*ended with exit status 9.*no such library/s,
    ) as unknown,
    hint: 'Calls to raw are refused for 1.5 s, then it is tried again.',
  });
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('no such library');
  await until(() => looping.phase() === 'cold', 5000);
  await expect(call(looping, 'fine')).resolves.toBe('answered');
});

test('a host that nobody calls is stopped, and started by the next call', async () => {
  const idle = host('echoes', { ...LIMITS, idleMs: () => 100 });
  await idle.warm();
  expect(processesIn(workspace).size).toBeGreaterThan(0);
  await until(() => idle.phase() === 'cold' && processesIn(workspace).size === 0, 5000);
  await expect(call(idle, 5)).resolves.toBe(5);
});

test('the first answer counts; a second and one that nobody asked for are dropped', async () => {
  const twice = host('twice');
  expect(await call(twice)).toBe('first');
  expect(await call(twice)).toBe('first');
});

test('a code that toolbase does not know is an operation that failed', async () => {
  await expect(call(host('made-up code'))).rejects.toMatchObject({ code: 'OPERATION_FAILED' });
});

test('a host that is not ready in time is killed and named', async () => {
  const slow = host('never ready', { ...LIMITS, times: { start: 300, terminate: 150, kill: 850 } });
  await expect(call(slow)).rejects.toMatchObject({
    code: 'HOST_TIMEOUT',
    message: 'the host of raw was not ready after 0.3 s',
  });
  expect(processesIn(workspace).size).toBe(0);
});

test('a host of another protocol version is refused', async () => {
  await expect(call(host('future'))).rejects.toMatchObject({ code: 'HOST_FAILED' });
  await until(() => processesIn(workspace).size === 0, 2000);
});

test('a program that does not exist is an error of its start', async () => {
  const none = createHost('none', () =>
    Promise.resolve({
      launch: {
        program: { command: '/nowhere/program', args: [] },
        environment: {},
        workspace: os.tmpdir(),
        containment: 'process-group',
        protocol: 'fd3',
      },
      greet: (process, failure) =>
        createNodeLink(process, failure)
          .describe()
          .then(() => Promise.reject(new Error('it cannot answer'))),
      clear: () => Promise.resolve(),
    }),
  );
  await expect(call(none)).rejects.toMatchObject({
    code: 'HOST_FAILED',
    message: expect.stringContaining('could not be started') as unknown,
  });
});

test('a call that takes too long is given up, and its host is replaced', async () => {
  const limited = host('never answers', { ...LIMITS, callMs: 1000 });
  await expect(call(limited)).rejects.toMatchObject({ code: 'HOST_TIMEOUT' });
  await until(() => processesIn(workspace).size === 0, 3000);
});

test('a call that is ended early says how far it had come', async () => {
  const telling = host('tells and never answers', { ...LIMITS, callMs: 3000 });
  const given = new AbortController();
  const onProgress = (): void => given.abort();
  await expect(
    telling.call({ name: 'Do', input: 1, signal: given.signal, onProgress }),
  ).rejects.toMatchObject({
    code: 'CANCELLED',
    message: 'Do was cancelled; it was at 12000 of 50000 (events)',
  });
  await expect(telling.call({ name: 'Do', input: 1, onProgress: () => undefined })).rejects.toMatchObject({
    code: 'HOST_TIMEOUT',
    message: 'Do did not answer within 3 s; it was at 12000 of 50000 (events)',
  });
});

test('a call right after one that was cancelled and blocks the host is answered by another host', async () => {
  const blocking = host('blocks at times');
  const abandoned = new AbortController();
  const blocked = blocking.call({ name: 'Do', input: 'block', signal: abandoned.signal });
  await until(() => blocking.phase() === 'ready', 5000);
  abandoned.abort();
  const next = call(blocking);
  await expect(blocked).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await next).toBe('answered');
});

test('a message of several megabytes passes both ways', async () => {
  const text = 'é'.repeat(4 * 1024 * 1024);
  expect(await call(host('echoes'), text)).toBe(text);
});

test('calls after close are refused', async () => {
  const closed = host('echoes');
  await call(closed);
  await closed.close();
  await expect(call(closed)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(closed.phase()).toBe('closed');
});

test.each([...new Set<Containment>([await probeContainment(), 'process-group'])])(
  'with containment by %s a normal stop takes the children of a host with it',
  async (containment) => {
    const leaving = host('leaves a child', LIMITS, containment);
    await call(leaving);
    expect([...processesIn(workspace).values()].filter((line) => line.startsWith('sleep 600'))).toHaveLength(
      1,
    );
    await leaving.close();
    // A killed process may be seen for a moment still.
    await until(() => processesIn(workspace).size === 0, 500);
  },
);

test('a host that ignores the request to stop is killed within two seconds', async () => {
  const deaf = host('never answers');
  void call(deaf).catch(() => undefined);
  await until(() => deaf.phase() === 'ready', 5000);
  const startedMs = performance.now();
  await deaf.close();
  expect(performance.now() - startedMs).toBeLessThan(2000);
  expect(processesIn(workspace).size).toBe(0);
});
