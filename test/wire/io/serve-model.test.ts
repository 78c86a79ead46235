import { request as httpRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ModelServer, serveModel } from '../../../src/wire/io/index.ts';
import { readAnthropic } from '../stream-readers.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const BODY = {
  model: 'm',
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ name: 'Add' }],
};

const post = (address: string, url: string, body: string) =>
  fetch(address + url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

describe('a scripted model', () => {
  it('decides by what it was told, streams, and keeps every request', async () => {
    server = await serveModel(({ tools }) => ({ text: `I have ${tools[0]?.name}.`, calls: [] }));
    expect(new URL(server.address).hostname).toBe('127.0.0.1');
    const answer = await post(server.address, '/v1/messages?beta=true', JSON.stringify(BODY));
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(readAnthropic(await answer.text())).toEqual({ text: 'I have Add.', calls: [] });
    expect(server.exchanges).toMatchObject([
      { method: 'POST', path: '/v1/messages?beta=true', body: BODY, reply: { text: 'I have Add.' } },
    ]);
  });

  it('counts tokens, says that it is there, and refuses what it does not know, keeping that too', async () => {
    server = await serveModel(() => ({ text: '', calls: [] }));
    expect((await fetch(server.address, { method: 'HEAD' })).status).toBe(200);
    const count = await post(server.address, '/v1/messages/count_tokens', JSON.stringify(BODY));
    expect(((await count.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(10);
    expect((await fetch(`${server.address}/v2/secrets`)).status).toBe(404);
    expect((await post(server.address, '/v1/messages', '{"model": 1}')).status).toBe(400);
    expect((await post(server.address, '/v1/messages', '{"mod')).status).toBe(400);
    expect(server.exchanges.map(({ method, path: url }) => `${method} ${url}`)).toEqual([
      'HEAD /',
      'POST /v1/messages/count_tokens',
      'GET /v2/secrets',
      'POST /v1/messages',
    ]);
  });

  it('listens on a socket of the file system, and on nothing else', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'toolbase-wire-'));
    const socket = path.join(folder, 'm.sock');
    server = await serveModel(() => ({ text: 'Yes.', calls: [] }), socket);
    expect(server.address).toBe(socket);
    const told = await new Promise<string>((resolve, reject) => {
      const call = httpRequest({ socketPath: socket, path: '/v1/messages', method: 'POST' }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve(text));
      });
      call.on('error', reject);
      call.end(JSON.stringify(BODY));
    });
    expect(readAnthropic(told).text).toBe('Yes.');
    await rm(folder, { recursive: true });
  });
});
