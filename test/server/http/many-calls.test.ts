import { expect, test } from 'vitest';
import { installFixtures } from '../install-fixtures.ts';
import { messagesOf, post, startHttp } from './http-server.ts';

const AT_ONCE = 1000;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

test('a thousand calls at once are all answered, each with its own result', { timeout: 120_000 }, async () => {
  const server = await startHttp(await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' }));
  const sessions = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const answer = await post(server.url, INITIALIZE);
      await answer.text();
      return answer.headers.get('mcp-session-id') ?? '';
    }),
  );
  const call = async (at: number): Promise<unknown> => {
    // The same ids in every session: an answer that goes astray would be taken.
    const id = Math.floor(at / sessions.length) + 2;
    const params = { name: 'workbench__Echo', arguments: { message: `number ${at}` } };
    const headers = { 'mcp-session-id': sessions[at % sessions.length]! };
    const answer = await post(server.url, { jsonrpc: '2.0', id, method: 'tools/call', params }, headers);
    const [message] = await messagesOf(answer);
    return (message?.['result'] as { structuredContent?: unknown } | undefined)?.structuredContent ?? message;
  };
  const all = Array.from({ length: AT_ONCE }, (_, at) => at);
  expect(await Promise.all(all.map(call))).toEqual(all.map((at) => ({ message: `number ${at}` })));
  server.child.kill('SIGTERM');
  expect(await server.exit).toEqual({ status: 143, signal: null });
});
