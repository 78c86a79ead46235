import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { post, startHttp } from '../http/http-server.ts';
import { type Installed, installFixtures } from '../install-fixtures.ts';
import { watchHeap } from '../live-heap.ts';
import { tempFolder } from '../../setup/temp-folder.ts';
import { HANDSHAKE, type Served, serveArguments, startServe } from '../served.ts';
import { hostileMessages } from './hostile-messages.ts';

const BATCH = 200;
/** One ping may wait behind a batch on a loaded machine. */
const ANSWER_MS = 60_000;
/** What may be live of a server more at the end than after its first fifth. */
const GROWTH_MAX_MIB = 5;

export const fuzzToolkit = (): Promise<Installed> =>
  installFixtures({ name: 'greeter', fixture: 'greeter.mjs' });

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Sends hostile lines to a server on standard input, with a ping after each batch that has to be answered; then every
 * line that it ever wrote must be a JSON-RPC message, and the memory must not have grown. */
export async function fuzzStdio(installed: Installed, count: number, seed: number): Promise<void> {
  const heap = watchHeap();
  const served = startServe(serveArguments(installed, tempFolder('workspace')), heap.environment);
  const pid = served.child.pid ?? 0;
  served.send(...HANDSHAKE);
  await served.answer(1);
  let early = 0;
  for (let sent = 0; sent < count; sent += BATCH) {
    const lines = hostileMessages(BATCH, seed + sent);
    if (!served.child.stdin.write(`${lines.join('\n')}\n`))
      await new Promise((resolve) => served.child.stdin.once('drain', resolve));
    const id = 1_000_000 + sent;
    served.send(ping(id));
    await within(answered(served, id), `no answer to a ping after batch ${seed + sent}: ${served.stderr()}`);
    for (const line of served.lines.splice(0)) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    if (sent === count / 5) early = await heap.liveMiB(pid);
  }
  expect(await heap.liveMiB(pid)).toBeLessThan(early + GROWTH_MAX_MIB);
  served.child.stdin.end();
  expect(await served.exit).toEqual({ status: 0, signal: null });
  expect(served.stderr()).not.toMatch(/\n\s+at |INTERNAL/);
}

/** Waits for an answer, and leaves no listener. */
const answered = (served: Served, id: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (!served.lines.some((line) => (JSON.parse(line) as { id?: unknown }).id === id)) return;
      served.child.off('lines', look);
      resolve();
    };
    served.child.on('lines', look);
    void served.exit.then(() => reject(new Error(`the server ended: ${served.stderr()}`)));
    look();
  });

/** Posts hostile bodies to a server, sixteen at a time; each is answered, and none by a fault of the server. */
export async function fuzzHttp(installed: Installed, count: number, seed: number): Promise<void> {
  const heap = watchHeap();
  const served = await startHttp(installed, ['--discard'], heap.environment);
  const pid = served.child.pid ?? 0;
  const [first] = HANDSHAKE;
  const opened = await post(served.url, first);
  const session = opened.headers.get('mcp-session-id') ?? '';
  await opened.text();
  let early = { live: 0, files: 0 };
  for (let sent = 0; sent < count; sent += BATCH) {
    const bodies = hostileMessages(BATCH, seed + sent);
    await eachOf(bodies, async (body, at) => {
      const answer = await post(served.url, body, headersFor(at, session));
      const told = `${answer.status} for ${body.slice(0, 300)}`;
      expect([...REFUSALS, 200, 202], told).toContain(answer.status);
      // A stream that stays open by design is not waited for.
      if (/subscriptions\/listen/.test(body)) await answer.body?.cancel();
      else await within(answer.text(), `no end of the answer to ${body.slice(0, 300)}`);
    });
    if (sent === count / 5) early = { live: await heap.liveMiB(pid), files: openFiles(pid) };
  }
  const alive = await post(served.url, ping(1), { 'mcp-session-id': session });
  expect(alive.status).toBe(200);
  expect(await heap.liveMiB(pid)).toBeLessThan(early.live + GROWTH_MAX_MIB);
  expect(openFiles(pid)).toBeLessThan(early.files + 50);
  served.child.kill('SIGTERM');
  expect((await served.exit).status).toBe(143);
  expect(served.stderr()).not.toMatch(/\n\s+at |INTERNAL/);
}

/** What a client may be told that sends nonsense; 429 and 503: too many sessions at once. */
const REFUSALS = [400, 404, 405, 406, 409, 413, 415, 429, 503];

function headersFor(at: number, session: string): Record<string, string> {
  switch (at % 5) {
    case 0:
      return { 'mcp-session-id': session };
    case 1:
      return { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    case 2:
      return { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    case 3:
      return { 'mcp-session-id': 'no such session', 'mcp-protocol-version': 'x' };
    default:
      return {};
  }
}

async function eachOf<T>(items: readonly T[], act: (item: T, at: number) => Promise<void>): Promise<void> {
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of queue) await act(item, at);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

async function within<T>(answer: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
