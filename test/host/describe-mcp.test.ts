import path from 'node:path';
import { expect, test } from 'vitest';
import { describeMcpToolkit } from '../../src/host/io/index.ts';

const describe = (args: string[], command = 'node') =>
  describeMcpToolkit({
    name: 'wrapped',
    folder: path.join(import.meta.dirname, '../fixtures/hosts'),
    host: { kind: 'mcp', command, args, env: {} },
  });

test('the tools of a wrapped server are listed as it publishes them', async () => {
  const [first, ...others] = await describe(['${toolkit}/wrapped-server.mjs']);
  expect(first).toEqual({
    name: 'add.numbers',
    title: 'Add',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  });
  expect(others.map(({ name }) => name)).toEqual([
    ...['speak', 'wait', 'noise', 'draw', 'bytes', 'answer', 'paint', 'show_environment'],
  ]);
});

test('a wrapped server that prints on standard output is refused with its words', async () => {
  await expect(describe(['${toolkit}/wrapped-server.mjs', 'banner'])).rejects.toMatchObject({
    code: 'HOST_FAILED',
    message: expect.stringContaining('not MCP on standard output: Welcome to the server!') as unknown,
  });
});

test('a placeholder that has no value is named before anything is started', async () => {
  await expect(describe(['${setting.port}'])).rejects.toMatchObject({ code: 'SETTING_MISSING' });
  await expect(describe(['${home}'])).rejects.toMatchObject({ code: 'BAD_MANIFEST' });
  await expect(describe([], '${external.python}')).rejects.toMatchObject({ code: 'EXTERNAL_MISSING' });
});

test('a wrapped server of another era than its toolkit says is told as such', async () => {
  const folder = path.join(import.meta.dirname, '../fixtures/hosts');
  await expect(
    describeMcpToolkit({
      ...{ name: 'wrapped', folder },
      host: {
        ...{ kind: 'mcp', command: 'node', args: ['${toolkit}/wrapped-server.mjs'], env: {} },
        era: 'modern',
      },
    }),
  ).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: 'the wrapped server does not speak the revision 2026-07-28',
    hint: 'Say `era: legacy` under `host` in toolkit.yaml.',
  });
});

test('a wrapped server that ends at once is told with its exit status', async () => {
  await expect(describe(['-e', 'process.exit(4)'])).rejects.toThrow(/ended with exit status 4/);
});
