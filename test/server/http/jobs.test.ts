import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, expect, test } from 'vitest';
import { createCallerSessions } from '../../../src/server/io/http/caller-sessions.ts';
import { createHandshakeSessions } from '../../../src/server/io/http/handshake-sessions.ts';
import { createMcpServer } from '../../../src/server/io/mcp-server.ts';
import { openSession, type Session } from '../../../src/server/io/index.ts';
import { type Installed, installFixtures, workspaceFolder } from '../install-fixtures.ts';
import { startHttp } from './http-server.ts';

let installed: Installed;

beforeAll(async () => {
  installed = await installFixtures({ name: 'runs', fixture: 'runs.mjs' });
});

const clientOf = async (transport: StreamableHTTPClientTransport): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return client;
};

test('a job goes on while its client is away, and is found when it comes back to its session', async () => {
  const { url } = await startHttp(installed);
  const transport = new StreamableHTTPClientTransport(new URL(url));
  const client = await clientOf(transport);
  const ask = async (asker: Client, name: string, args: Record<string, unknown>) =>
    (await asker.callTool({ name: `runs__${name}`, arguments: args })).structuredContent as object;
  const started = (await ask(client, 'Generate_start', { ms: 1500 })) as { job: string };
  const { sessionId } = transport;
  // Closes the connection, and does not end the session.
  await client.close();

  const again = new StreamableHTTPClientTransport(new URL(url), { sessionId: sessionId ?? '' });
  const returned = await clientOf(again);
  expect(await ask(returned, 'Generate_job', { job: started.job })).toMatchObject({
    state: 'done',
    result: { events: 1000 },
  });
  await returned.close();
});

const opened = (): Promise<Session> =>
  openSession(installed.lock, installed.lockFile, {
    workspace: workspaceFolder(),
    home: installed.home,
    onFault: (message) => {
      throw new Error(message);
    },
  });

const startJob = async (session: Session): Promise<string> => {
  const outcome = await session.call('runs__Generate_start', { ms: 30_000 });
  if (outcome.kind === 'failed') throw new Error(outcome.error.message);
  return (outcome.structured as { job: string }).job;
};

test('a session of a token in which a job runs is not ended as idle', async () => {
  const sessions = createCallerSessions(opened, 2);
  const { session, leave } = sessions.use('anybody')!;
  const used = await session;
  const job = await startJob(used);
  leave();
  sessions.endIdle(0);
  expect(sessions.count()).toBe(1);
  await used.call('runs__Generate_job', { job, action: 'cancel' });
  sessions.endIdle(0);
  expect(sessions.count()).toBe(0);
  await sessions.close();
});

test('nor is one of a client that shook hands', async () => {
  let used: Session | undefined;
  const sessions = createHandshakeSessions({
    open: async () => (used = await opened()),
    createServer: (session) => createMcpServer(session, '1.0.0'),
    room: { maxSessions: 2, maxOfOne: 2, restingMs: 60_000 },
    onError: (message) => {
      throw new Error(message);
    },
  });
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  await sessions.find(new Request('http://127.0.0.1/mcp', { method: 'POST' }), body, 'anybody');
  expect(sessions.count()).toBe(1);
  if (used === undefined) throw new Error('nothing was opened');
  const job = await startJob(used);
  sessions.endIdle(0);
  expect(sessions.count()).toBe(1);
  await used.call('runs__Generate_job', { job, action: 'cancel' });
  sessions.endIdle(0);
  expect(sessions.count()).toBe(0);
  await sessions.close();
});

test('any number of callers shares a limited number of sessions', async () => {
  let open = 0;
  const sessions = createCallerSessions(async () => {
    const session = await opened();
    open += 1;
    return {
      ...session,
      close: async () => {
        await session.close();
        open -= 1;
      },
    };
  }, 2);
  const used = sessions.use('one')!;
  sessions.use('two')!.leave();
  await sleep(10);
  sessions.use('three')!.leave();
  expect(sessions.count()).toBe(2);
  expect(sessions.use('one')!.session).toBe(used.session);
  const three = sessions.use('three')!;
  expect(sessions.use('four')).toBeUndefined();
  three.leave();
  await sleep(10);
  expect(sessions.use('four')).toBeDefined();
  await sessions.close();
  expect(open).toBe(0);
});
