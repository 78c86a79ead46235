import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { PROGRAM, type Served, startServe } from '../server/served.ts';
import { until } from '../server/processes.ts';
import { freshFolder, toolbase } from './toolbase.ts';
import { changedWorkshop } from './workshop.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

let served: Served | undefined;
afterEach(async () => {
  served?.child.stdin.end();
  await served?.exit;
});

/** A working tree that is served, and what a client may ask of it. */
async function develop(prepare: (tree: string) => Promise<void> = () => Promise.resolve()) {
  const home = await freshFolder();
  const tree = await changedWorkshop('package.json', (text) => text);
  const source = path.join(tree, 'src', 'toolkit.ts');
  await prepare(tree);
  await mkdir(path.join(home, 'work'));
  const running = startServe([PROGRAM, 'dev', tree, '--workspace', path.join(home, 'work')], {
    PATH: process.env['PATH'],
    HOME: home,
    TOOLBASE_HOME: home,
  });
  served = running;
  let id = 1;
  const ask = async (method: string, params: object = {}) => {
    id += 1;
    running.send({ jsonrpc: '2.0', id, method, params });
    return (await running.answer(id)).result ?? {};
  };
  running.send(INITIALIZE);
  const greeting = (await running.answer(1)).result ?? {};
  running.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    home,
    tree,
    greeting,
    stderr: running.stderr,
    edit: async (change: (text: string) => string) =>
      writeFile(source, change(await readFile(source, 'utf8'))),
    notified: () => running.lines.filter((line) => line.includes('notifications/tools/list_changed')).length,
    descriptions: async () => {
      const { tools } = (await ask('tools/list')) as { tools: { name: string; description: string }[] };
      return new Map(tools.map(({ name, description }) => [name, description]));
    },
    add: async (a: number, b: number) => {
      const answer = await ask('tools/call', { name: 'workshop__Add', arguments: { a, b } });
      return JSON.stringify(answer);
    },
  };
}

test('a working tree is served as one, and reloaded when a file changes', async () => {
  const dev = await develop();
  expect(dev.greeting).toMatchObject({
    serverInfo: { name: 'toolbase-dev' },
    capabilities: { tools: { listChanged: true } },
    instructions: expect.stringMatching(/under development.*nothing here is pinned/) as unknown,
  });
  await until(() => dev.stderr().includes('workshop 1.0.0:'), 60_000);
  expect((await dev.descriptions()).get('workshop__Add')).toBe('Adds two numbers.');
  expect(await dev.add(2, 3)).toContain('5');
  const before = dev.notified();
  await dev.edit((text) => text.replace('Adds two numbers.', 'Adds two numbers, at once.'));
  await until(() => dev.notified() > before, 60_000);
  expect((await dev.descriptions()).get('workshop__Add')).toBe('Adds two numbers, at once.');

  // A tree that cannot be packed is told, and answers in place of the former code.
  await dev.edit((text) => `${text}\nexport const broken = ;\n`);
  await until(() => dev.stderr().includes('BAD_MANIFEST'), 60_000);
  expect(await dev.add(2, 3)).toContain('BAD_MANIFEST');
  expect((await dev.descriptions()).get('workshop__Add')).toBe('Adds two numbers, at once.');
  await dev.edit((text) => text.replace('\nexport const broken = ;\n', ''));
  await until(() => dev.stderr().split('workshop 1.0.0:').length > 3, 60_000);
  expect(await dev.add(2, 3)).toContain('5');
}, 240_000);

test('a tree that is broken at the start is waited for', async () => {
  const dev = await develop((tree) => writeFile(path.join(tree, 'toolkit.yaml'), 'kind: nothing\n'));
  await until(() => dev.stderr().includes('BAD_MANIFEST'), 60_000);
  expect([...(await dev.descriptions()).keys()]).toEqual([]);
  await writeFile(
    path.join(dev.tree, 'toolkit.yaml'),
    await readFile(path.join(import.meta.dirname, '../fixtures/toolkits/workshop/toolkit.yaml')),
  );
  await until(() => dev.notified() > 0, 60_000);
  expect(await dev.add(1, 1)).toContain('2');
}, 240_000);

test('a folder that does not exist is refused', async () => {
  const home = await freshFolder();
  const ended = await toolbase(home, ['dev', 'nowhere']);
  expect([ended.status, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toContain('NOT_FOUND');
});
