import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../../setup/temp-folder.ts';
import { type Installed, installFixtures, workspaceFolder } from '../install-fixtures.ts';
import { until } from '../processes.ts';
import { type HttpServed, startHttp } from './http-server.ts';

let installed: Installed;
let server: HttpServed;
let workspaces: string;

beforeAll(async () => {
  installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
  workspaces = tempFolder('workspaces');
  server = await startHttp(installed, ['--workspaces', workspaces]);
});

const names = () => Object.keys(installed.lock.operations).sort();

async function v1(url = server.url) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return { client, transport };
}

async function v2(mode: 'legacy' | 'auto' | { pin: string }, url = server.url) {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new ModernHttp(new URL(url)));
  return client;
}

test('a v1 client lists, calls, is told of progress, and ends its session', async () => {
  const { client, transport } = await v1();
  expect(client.getServerVersion()?.name).toBe('toolbase');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(names());
  expect(await client.callTool({ name: 'workbench__Echo', arguments: { message: 'ab', times: 2 } })).toEqual({
    content: [{ type: 'text', text: '{"message":"abab"}' }],
    structuredContent: { message: 'abab' },
  });
  const steps: number[] = [];
  const options = { onprogress: ({ progress }: { progress: number }) => void steps.push(progress) };
  await client.callTool({ name: 'workbench__Steps', arguments: {} }, undefined, options);
  expect(steps.at(-1)).toBe(50);
  await expect(client.callTool({ name: 'workbench__Nothing' })).rejects.toMatchObject({ code: -32602 });
  await transport.terminateSession();
  await client.close();
});

test.each(['legacy', 'auto', { pin: '2026-07-28' }] as const)(
  'a v2 client (%j) lists, calls and is told of progress',
  async (mode) => {
    const client = await v2(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names());
    const answered = await client.callTool({ name: 'workbench__Echo', arguments: { message: 'ab' } });
    expect(answered).toMatchObject({ structuredContent: { message: 'ab' } });
    const steps: number[] = [];
    await client.callTool(
      { name: 'workbench__Steps', arguments: {} },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    expect(steps.at(-1)).toBe(50);
    await expect(client.callTool({ name: 'workbench__Nothing' })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  },
);

test('a cancelled call ends, and the session goes on', async () => {
  const { client } = await v1();
  const stop = new AbortController();
  const waiting = client.callTool({ name: 'workbench__Wait', arguments: {} }, undefined, {
    signal: stop.signal,
  });
  setTimeout(() => stop.abort('enough'), 700);
  await expect(waiting).rejects.toThrow('enough');
  expect(await client.callTool({ name: 'workbench__Echo', arguments: { message: 'on' } })).toMatchObject({
    structuredContent: { message: 'on' },
  });
  await client.close();
});

test('each session has a workspace of its own: kept when something is in it, gone when it is empty', async () => {
  const before = new Set(readdirSync(workspaces));
  const [one, two] = [await v1(), await v1()];
  const write = { name: 'workbench__WriteReport', arguments: {} };
  expect(await one.client.callTool(write)).toMatchObject({ structuredContent: { text: 'written' } });
  const fresh = readdirSync(workspaces).filter((each) => !before.has(each));
  expect(fresh).toHaveLength(2);
  const used = fresh.filter((each) => existsSync(path.join(workspaces, each, 'report/a/index.txt')));
  expect(used).toHaveLength(1);
  for (const { client, transport } of [one, two]) {
    await transport.terminateSession();
    await client.close();
  }
  const left = () => readdirSync(workspaces).filter((each) => !before.has(each));
  await until(() => left().length === 1, 5000);
  expect(left()).toEqual(used);
});

test('with --discard a workspace goes with its session', async () => {
  const folder = tempFolder('workspaces');
  const other = await startHttp(installed, ['--workspaces', folder, '--discard']);
  const { client, transport } = await v1(other.url);
  await client.callTool({ name: 'workbench__WriteReport', arguments: {} });
  expect(readdirSync(folder)).toHaveLength(1);
  await transport.terminateSession();
  await until(() => readdirSync(folder).length === 0, 5000);
  other.child.kill('SIGTERM');
  expect(await other.exit).toEqual({ status: 143, signal: null });
});

test('--workspace is one folder for all sessions', async () => {
  const workspace = workspaceFolder();
  const other = await startHttp(installed, ['--workspace', workspace]);
  writeFileSync(path.join(workspace, 'in/data.txt'), 'eight\n');
  const copy = { name: 'workbench__Copy', arguments: { from: 'in/data.txt', to: 'out.txt' } };
  for (const client of [(await v1(other.url)).client, await v2({ pin: '2026-07-28' }, other.url)])
    expect(await client.callTool(copy)).toMatchObject({ structuredContent: { sizeBytes: 6 } });
  other.child.kill('SIGINT');
  expect(await other.exit).toEqual({ status: 130, signal: null });
  expect(existsSync(path.join(workspace, 'out.txt'))).toBe(true);
});
