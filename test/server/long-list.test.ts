import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createMcpServer } from '../../src/server/io/mcp-server.ts';
import type { Session } from '../../src/server/io/session.ts';
import { StdioWire } from '../../src/server/io/stdio-wire.ts';
import { decayLock } from '../harness/decay-lock.ts';
import { HANDSHAKE } from './served.ts';

const [operation] = Object.values(decayLock().operations);
const names = Array.from({ length: 2500 }, (_, index) => `bench__Echo${10_000 + index}`);

interface Answer {
  readonly id: number;
  readonly result?: { readonly tools: { readonly name: string }[]; readonly nextCursor?: string };
}

const session: Session = {
  tools: names.map((name) => ({ ...operation!.tool, name: name as never })),
  instructions: '',
  knows: () => false,
  policyOf: () => Promise.resolve('allow'),
  call: () => Promise.reject(new Error('nothing is called')),
  warm: () => Promise.resolve(),
  runningJobs: () => 0,
  readable: {
    resources: [],
    hasSkills: false,
    prompts: [],
    materials: () => Promise.reject(new Error('nothing is read')),
    produced: () => [],
  },
  close: () => Promise.resolve(),
};

test('a client that follows the cursors gets every operation of a long list once, in its order', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = createMcpServer(session, '1.0.0');
  await server.connect(new StdioWire(input, output, 1_000_000));
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  for (const message of HANDSHAKE) input.write(`${JSON.stringify(message)}\n`);
  const answers = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Answer);
  const ask = async (id: number, params: object): Promise<Answer> => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params })}\n`);
    const answered = () => answers().find((each) => each.id === id);
    await expect.poll(answered).toBeDefined();
    return answered()!;
  };
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  for (let id = 100; id < 110; id += 1) {
    const { result } = await ask(id, cursor === undefined ? {} : { cursor });
    seen.push(...result!.tools.map(({ name }) => name));
    sizes.push(result!.tools.length);
    cursor = result!.nextCursor;
    if (cursor === undefined) break;
  }
  expect(seen).toEqual(names);
  expect(sizes).toEqual([1000, 1000, 500]);
  expect(await ask(200, { cursor: 'after-7' })).toMatchObject({ error: { code: -32602 } });
  await server.close();
});
