import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readCallLog } from '../../src/record/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { installFixtures, workspaceFolder } from './install-fixtures.ts';
import { HANDSHAKE, serveArguments, startServe } from './served.ts';

const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'workbench__Echo', arguments: { message: `${id} `.repeat(50) } },
});

test('servers killed in the middle of many calls leave a log that the next one continues, without a lost answer', async () => {
  const installed = await installFixtures({ name: 'workbench', fixture: 'workbench.mjs' });
  const workspace = workspaceFolder();
  const callLog = path.join(tempFolder('killed'), 'calls.jsonl');
  const start = () => startServe(serveArguments(installed, workspace, ['--call-log', callLog]));
  let answered = 0;
  for (let round = 0; round < 5; round += 1) {
    const server = start();
    server.send(...HANDSHAKE, call(3));
    await server.answer(3);
    server.send(...Array.from({ length: 400 }, (_, at) => call(10 + at)));
    await server.answer(10 + 60 * round);
    server.child.kill('SIGKILL');
    await server.exit;
    answered += server.lines.filter((line) => line.includes('"structuredContent"')).length;
  }
  const last = start();
  last.send(...HANDSHAKE, call(3));
  await last.answer(3);
  last.child.stdin.end();
  await last.exit;
  const { lines, torn, faults } = readCallLog(readFileSync(callLog));
  expect({ torn, faults }).toEqual({ torn: false, faults: [] });
  // A line stands before its answer is sent.
  expect(lines.length).toBeGreaterThanOrEqual(answered + 1);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
}, 60_000);
