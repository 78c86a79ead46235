import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, expect, test } from 'vitest';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { callOf, MODERN, PROGRAM, serveArguments, startServe } from './served.ts';

let installed: Installed;

beforeAll(async () => {
  installed = await installFixtures(
    { name: 'workbench', fixture: 'workbench.mjs' },
    { name: 'runs', fixture: 'runs.mjs' },
  );
});

const ASK = ['--policy', 'workbench__Echo=ask', '--policy', 'workbench__Print=deny'];
const ECHO = { name: 'workbench__Echo', arguments: { message: 'ab' } };

test.each([
  ['accept', { structuredContent: { message: 'ab' } }],
  [
    'decline',
    {
      isError: true,
      content: [{ text: expect.stringContaining('NOT_ALLOWED: the user did not') as unknown }],
    },
  ],
] as const)('a client of the handshake era asks its user, who may %s', async (action, answer) => {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  const asked: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return action === 'accept' ? { action, content: {} } : { action };
  });
  const args = serveArguments(installed, workspaceFolder(), ASK);
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  expect(await client.callTool(ECHO)).toMatchObject(answer);
  expect(asked).toEqual(['Allow one call of workbench__Echo with {"message":"ab"}?']);
  expect(await client.callTool({ name: 'workbench__Print' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('is denied by the settings of this machine') as unknown }],
  });
  expect(asked).toHaveLength(1);
  await client.close();
});

test.each([
  ['workbench__Ecko=deny', [], 'Did you mean workbench__Echo'],
  ['workbench__Ecko=deny', ['--http', '--port', '0'], 'Did you mean workbench__Echo'],
  ['runs__Generate_start=ask', [], 'Write --policy runs__Generate=ask.'],
])('a policy that would hold for no call is refused: %s %j', async (policy, more, hint) => {
  const folder = more.length === 0 ? ['--workspace', workspaceFolder()] : more;
  const served = startServe([
    ...[PROGRAM, 'serve', installed.lockFile, '--home', installed.home, ...folder, '--policy', policy],
  ]);
  served.child.stdin.end();
  expect(await served.exit).toEqual({ status: 2, signal: null });
  expect(served.stderr()).toContain(`USAGE: --policy ${policy}: `);
  expect(served.stderr()).toContain(hint);
});

test('a client that cannot ask is refused with the reason', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const args = serveArguments(installed, workspaceFolder(), ASK);
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  expect(await client.callTool(ECHO)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("needs the user's consent") as unknown }],
  });
  await client.close();
});

test('a client of the modern era is asked for input, and calls again with the answer', async () => {
  const server = startServe(serveArguments(installed, workspaceFolder(), ASK));
  const meta = { ...MODERN, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const call = callOf(1, ECHO.name, ECHO.arguments, meta);
  server.send(call);
  expect((await server.answer(1)).result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { consent: { method: 'elicitation/create' } },
  });
  const inputResponses = { consent: { action: 'accept', content: {} } };
  server.send({ ...call, id: 2, params: { ...call.params, inputResponses } });
  expect((await server.answer(2)).result).toMatchObject({ structuredContent: { message: 'ab' } });
  server.child.stdin.end();
  await server.exit;
});
