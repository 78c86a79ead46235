import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { serveArguments } from './served.ts';

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let installed: Installed;
let workspace: string;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

async function connected(era: 'handshake' | '2026-07-28') {
  workspace = workspaceFolder();
  const command = { command: process.execPath, args: serveArguments(installed, workspace) };
  const about = { name: 'test', version: '1' };
  if (era === 'handshake') {
    const client = new Client(about);
    open.push(client);
    await client.connect(new StdioClientTransport(command));
    return client;
  }
  const client = new ModernClient(about, { versionNegotiation: { mode: { pin: era } } });
  open.push(client);
  await client.connect(new ModernStdio(command));
  return client;
}

const show = (client: Client | ModernClient, image: string, times?: number) =>
  client.callTool({
    name: 'workbench__Show',
    arguments: { image, ...(times === undefined ? {} : { times }) },
  });

test.each(['handshake', '2026-07-28'] as const)(
  'a client (%s) gets the image that an operation shows as a block, as a file and as a link to read',
  async (era) => {
    const client = await connected(era);
    const answer = await show(client, PIXEL);
    const bytes = Buffer.from(PIXEL, 'base64');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = `.toolbase/results/${sha256}.png`;
    const images = [
      { path: file, mimeType: 'image/png', sha256: `sha256:${sha256}`, sizeBytes: bytes.length },
    ];
    const uri = `toolbase://workspace/${file}`;
    expect(answer['structuredContent']).toEqual({ shown: 1, images });
    expect(answer['content']).toEqual([
      { type: 'text', text: JSON.stringify({ shown: 1, images }) },
      { type: 'image', mimeType: 'image/png', data: PIXEL },
      { type: 'resource_link', uri, name: file, mimeType: 'image/png' },
    ]);
    expect(readFileSync(path.join(workspace, file))).toEqual(bytes);
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'image/png', blob: PIXEL },
    ]);
  },
);

test('images of more than a mebibyte together are in files only', async () => {
  const large = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(1024 * 1024)]).toString('base64');
  const { content, structuredContent } = await show(await connected('handshake'), large);
  expect((content as { type: string }[]).map(({ type }) => type)).toEqual(['text', 'resource_link']);
  expect((structuredContent as { images: unknown[] }).images).toHaveLength(1);
});

test('bytes that are no image, and more than twenty images, are a fault of the toolkit', async () => {
  const client = await connected('handshake');
  const said = async (image: string, times?: number) => {
    const { content, isError } = await show(client, image, times);
    expect(isError).toBe(true);
    return (content as { text: string }[])[0]!.text;
  };
  expect(await said(Buffer.from('<svg/>').toString('base64'))).toMatch(
    /^BAD_RESULT: the operation shows bytes that are no PNG, JPEG, GIF or WebP image\./,
  );
  expect(await said(PIXEL, 21)).toMatch(/^BAD_RESULT: the operation shows more than 20 images\./);
});
