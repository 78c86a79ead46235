import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { createHash } from 'node:crypto';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { HANDSHAKE, MODERN, callOf, serveArguments, startServe } from './served.ts';

const SKILL = '---\nname: copying\ndescription: How to copy files.\n---\nUse Copy.\n';
const DETAILS = 'More of it.\n';
const PROCEDURE = [
  '---',
  'title: Copy a table',
  'description: Copies one table.',
  'arguments:',
  '  source: { description: File to copy }',
  '  form: { description: Of the copy, values: [csv, json], default: csv }',
  '---',
  'Copy {{source}} as {{form}}, then look at {{source}}.',
  '',
].join('\n');

let installed: Installed;
let workspace: string;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  installed = await installFixtures({
    name: 'workbench',
    fixture: 'workbench.mjs',
    files: {
      'skills/copying/SKILL.md': SKILL,
      'skills/copying/more/details.md': DETAILS,
      'skills/copying/procedures/copy-table.md': PROCEDURE,
    },
    skills: ['skills/copying'],
  });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

async function v1() {
  workspace = workspaceFolder();
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  const args = serveArguments(installed, workspace);
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  return client;
}

async function v2() {
  workspace = workspaceFolder();
  const mode = { pin: '2026-07-28' };
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  open.push(client);
  const args = serveArguments(installed, workspace);
  await client.connect(new ModernStdio({ command: process.execPath, args }));
  return client;
}

const BOTH = [
  ['handshake', v1],
  ['2026-07-28', v2],
] as const;

const textAt = async (client: Client | ModernClient, uri: string): Promise<string> => {
  const { contents } = (await client.readResource({ uri })) as { contents: { text?: string }[] };
  return contents[0]!.text!;
};

test.each(BOTH)('a client (%s) lists the skills and the call log, and reads them', async (_era, connect) => {
  const client = await connect();
  const { resources } = await client.listResources();
  expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    ['skill://workbench/copying/SKILL.md', 'text/markdown'],
    ['toolbase://session/calls.jsonl', 'application/jsonl'],
  ]);
  expect(await textAt(client, 'skill://workbench/copying/SKILL.md')).toBe(SKILL);
  expect(await textAt(client, 'skill://workbench/copying/more/details.md')).toBe(DETAILS);
  expect(await textAt(client, 'toolbase://session/calls.jsonl')).toBe('');
  await client.callTool({ name: 'workbench__Echo', arguments: { message: 'a' } });
  const log = readCallLog(Buffer.from(await textAt(client, 'toolbase://session/calls.jsonl')));
  expect(log.lines.map(({ operation }) => operation)).toEqual(['workbench__Echo']);
});

test.each(BOTH)('a client (%s) is given a link to what a call wrote, and reads it', async (_era, connect) => {
  const client = await connect();
  const copied = await client.callTool({
    name: 'workbench__Copy',
    arguments: { from: 'in/data.txt', to: 'out/räum 1.txt' },
  });
  const uri = 'toolbase://workspace/out/r%C3%A4um%201.txt';
  expect(copied.content).toMatchObject([
    { type: 'text' },
    { type: 'resource_link', uri, name: 'out/räum 1.txt', mimeType: 'text/plain' },
  ]);
  expect(await textAt(client, uri)).toBe('seven\n');
  const large = await client.callTool({ name: 'workbench__Large', arguments: { sizeBytes: 9000 } });
  const [, link] = large.content as { type: string; uri: string }[];
  expect(JSON.parse(await textAt(client, link!.uri))).toEqual({ text: 'x'.repeat(8989) });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['toolbase://workspace/{+path}']);
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'toolbase://workspace/{+path}' },
    argument: { name: 'path', value: 'OUT' },
  });
  expect(completion.values).toEqual(['out/räum 1.txt']);
});

test('nothing else of the machine is read', async () => {
  const client = await v1();
  await client.callTool({
    name: 'workbench__Copy',
    arguments: { from: 'in/data.txt', to: 'out.txt' },
  });
  const secret = path.join(tempFolder('secret'), 'key');
  writeFileSync(secret, 'canary');
  for (const uri of [
    'toolbase://workspace/in/data.txt',
    'toolbase://workspace/../key',
    'toolbase://workspace/%2e%2e/key',
    `toolbase://workspace/${secret}`,
    'toolbase://workspace/%',
    'skill://workbench/copying/../../toolkit.json',
    'skill://workbench/copying/%2e%2e/%2e%2e/toolkit.json',
    'skill://workbench/copying/',
    'skill://other/copying/SKILL.md',
    `file://${secret}`,
    'toolbase://session/calls.jsonl/../settings.yaml',
    '',
  ])
    await expect(client.readResource({ uri }), uri).rejects.toThrow();
  // A written file that became a link out of the workspace.
  writeFileSync(path.join(workspace, 'gone'), '');
  const { rmSync } = await import('node:fs');
  rmSync(path.join(workspace, 'out.txt'));
  symlinkSync(secret, path.join(workspace, 'out.txt'));
  await expect(client.readResource({ uri: 'toolbase://workspace/out.txt' })).rejects.toThrow('PATH_OUTSIDE');
});

test('skills are listed with their digests, by the extension SEP-2640', async () => {
  const server = startServe(serveArguments(installed, workspaceFolder()));
  const skills = { jsonrpc: '2.0', id: 2, method: 'skills/list', params: { _meta: MODERN } };
  const uri = 'skill://workbench/copying/SKILL.md';
  const get = { jsonrpc: '2.0', id: 3, method: 'skills/get', params: { uri, _meta: MODERN } };
  server.send(skills, get);
  const entry = {
    uri,
    frontmatter: { name: 'copying', description: 'How to copy files.' },
  };
  const listed = (await server.answer(2)).result as { skills: { resources: object[] }[] };
  expect(listed).toMatchObject({ skills: [entry], ttlMs: 0, cacheScope: 'private' });
  const digest = `sha256:${createHash('sha256').update(SKILL).digest('hex')}`;
  expect(listed.skills[0]!.resources).toContainEqual({ uri, digest, size: SKILL.length });
  expect((await server.answer(3)).result).toMatchObject({ skill: entry });
  server.child.stdin.end();
  await server.exit;
});

test.each(BOTH)('a client (%s) gets a procedure of a skill as a prompt', async (_era, connect) => {
  const client = await connect();
  const { prompts } = await client.listPrompts();
  expect(prompts).toEqual([
    {
      name: 'copying__copy-table',
      title: 'Copy a table',
      description: 'Copies one table.',
      arguments: [
        { name: 'form', description: 'Of the copy', required: false },
        { name: 'source', description: 'File to copy', required: true },
      ],
    },
  ]);
  const name = 'copying__copy-table';
  const got = await client.getPrompt({ name, arguments: { source: '{{form}}' } });
  expect(got.messages).toEqual([
    {
      role: 'user',
      content: { type: 'text', text: 'Copy {{form}} as csv, then look at {{form}}.' },
    },
  ]);
  for (const wrong of [
    { name, arguments: {} },
    { name, arguments: { source: 'a', form: 'xml' } },
    { name, arguments: { source: 'a', other: 'b' } },
    { name: 'copying__nothing' },
  ])
    await expect(client.getPrompt(wrong)).rejects.toMatchObject({ code: -32602 });
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name },
    argument: { name: 'form', value: 'j' },
  });
  expect(completion).toMatchObject({ values: ['json'], total: 1, hasMore: false });
});

test('a client that asks for debug is told of each call, another only of failures of the machine', async () => {
  const client = await v1();
  const told: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    told.push([params.level, (params.data as { outcome: string }).outcome]);
  });
  await client.callTool({ name: 'workbench__Echo', arguments: { message: 'a' } });
  await client.callTool({ name: 'workbench__Echo', arguments: {} });
  await client.callTool({ name: 'workbench__Die', arguments: {} });
  expect(told).toEqual([['warning', 'HOST_FAILED']]);
  await client.setLoggingLevel('debug');
  await client.callTool({ name: 'workbench__Echo', arguments: { message: 'a' } });
  expect(told.at(-1)).toEqual(['debug', 'OK']);
});

test('a client of an early revision gets no content that it does not know', async () => {
  workspace = workspaceFolder();
  const server = startServe(serveArguments(installed, workspace));
  const [initialize, initialized] = HANDSHAKE;
  server.send(
    { ...initialize, params: { ...initialize.params, protocolVersion: '2024-11-05' } },
    initialized,
    callOf(2, 'workbench__Copy', { from: 'in/data.txt', to: 'out.txt' }),
  );
  expect((await server.answer(2)).result).toMatchObject({ content: [{ type: 'text' }] });
  expect(JSON.stringify(await server.answer(2))).not.toContain('resource_link');
  server.child.stdin.end();
  await server.exit;
});

test('a skill whose files were changed in the store is not shown', async () => {
  const other = await installFixtures({
    name: 'workbench',
    fixture: 'workbench.mjs',
    files: { 'skills/copying/SKILL.md': SKILL },
    skills: ['skills/copying'],
  });
  const file = path.join(
    other.store.pathOf(other.lock.toolkits['workbench' as keyof typeof other.lock.toolkits]!.treeDigest),
    'skills/copying/SKILL.md',
  );
  chmodSync(file, 0o644);
  writeFileSync(file, SKILL.replace('Copy', 'Move'));
  const server = startServe(serveArguments(other, workspaceFolder()));
  const uri = 'skill://workbench/copying/SKILL.md';
  server.send(...HANDSHAKE, { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri } });
  expect((await server.answer(2)).error?.message).toContain('STORE_CHANGED');
  server.child.stdin.end();
  await server.exit;
});
