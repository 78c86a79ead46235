import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { treeDigest } from '../../src/store/index.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { serveArguments } from './served.ts';

const WRAPPED = { name: 'wrapped', fixture: 'modern-server.mjs', kind: 'mcp' } as const;

let installed: Installed;
const open: Client[] = [];

beforeAll(async () => {
  installed = await installFixtures({ ...WRAPPED, era: 'modern' });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

async function connected(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  const args = serveArguments(installed, workspaceFolder());
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return client;
}

test('a wrapped server of the revision 2026-07-28 is listed and called by clients of the handshake', async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['wrapped__add_numbers', 'wrapped__heard', 'wrapped__wait']);
  expect(await client.callTool({ name: 'wrapped__add_numbers', arguments: { a: 2, b: 3 } })).toEqual({
    content: [{ type: 'text', text: '{"sum":5}' }],
    structuredContent: { sum: 5 },
  });
});

test('its era is part of what is locked, and no other is tried', async () => {
  const { store, lock } = installed;
  const [digest] = await store.list();
  const folder = store.pathOf(digest!);
  const files = ['host.mjs', 'toolkit.json'].map((file) => ({
    path: file,
    mode: 0o644 as const,
    bytes: readFileSync(path.join(folder, file)),
  }));
  expect(Object.values(lock.toolkits).map((toolkit) => toolkit.treeDigest)).toEqual([treeDigest(files)]);
  expect(files[1]!.bytes.toString()).toContain('"era":"modern"');
  // Greeted with a handshake, it refuses, and so the toolkit cannot even be described.
  await expect(installFixtures(WRAPPED)).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    hint: 'Say `era: modern` under `host` in toolkit.yaml.',
  });
});

test('progress of a wrapped server of that revision is passed on, and cancelling reaches it', async () => {
  const client = await connected();
  const stop = new AbortController();
  const seen: unknown[] = [];
  const waiting = client.callTool({ name: 'wrapped__wait', arguments: {} }, undefined, {
    signal: stop.signal,
    onprogress: (progress) => {
      seen.push(progress);
      stop.abort('enough');
    },
  });
  await expect(waiting).rejects.toThrow('enough');
  expect(seen).toEqual([{ progress: 1, total: 2, message: 'half way' }]);
  const heard = async () => (await client.callTool({ name: 'wrapped__heard' })).structuredContent;
  await expect.poll(heard, { timeout: 5000 }).toEqual({ heard: ['cancelled'] });
});
