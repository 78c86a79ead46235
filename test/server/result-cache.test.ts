import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../src/kernel/index.ts';
import { readCallLog } from '../../src/record/index.ts';
import { openResultCache, openSession } from '../../src/server/io/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';
import { HANDSHAKE, PROGRAM, serveArguments, startServe } from './served.ts';

let installed: Installed;
let workspace: string;
let log: string;

beforeAll(async () => {
  installed = await installFixtures({ name: 'repeats', fixture: 'repeats.mjs' });
});

beforeEach(() => {
  workspace = workspaceFolder();
  log = path.join(tempFolder('log'), 'calls.jsonl');
  rmSync(path.join(installed.home, 'cache'), { recursive: true, force: true });
});

type Args = Readonly<Record<string, string | number>>;

/** Makes calls in a session of its own, and gives their results, failures as their message. */
async function calls(cache: boolean | undefined, ...wanted: [operation: string, args?: Args][]) {
  const session = await openSession(installed.lock, installed.lockFile, {
    ...{ workspace, home: installed.home, callLog: log, cache },
    onFault: (message) => {
      throw new Error(message);
    },
  });
  const results: unknown[] = [];
  try {
    for (const [operation, args] of wanted) {
      const outcome = await session.call(`repeats__${operation}`, args ?? {});
      results.push(outcome.kind === 'answered' ? outcome.structured : outcome.error.message);
    }
  } finally {
    await session.close();
  }
  return results;
}

const hits = () => readCallLog(readFileSync(log)).lines.map(({ cache }) => cache ?? '-');

const kept = () =>
  readdirSync(path.join(installed.home, 'cache/results'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(installed.home, 'cache/results', name));

test('without a setting or flag nothing is kept, and every call is made', async () => {
  expect(await calls(undefined, ['Count'], ['Count'])).toEqual([{ value: 1 }, { value: 2 }]);
  expect(() => kept()).toThrow('ENOENT');
});

test('an equal call of a later session is answered from the cache, and its log line says so', async () => {
  expect(await calls(true, ['Count'])).toEqual([{ value: 1 }]);
  // Defaults are filled in before calls are compared.
  expect(await calls(true, ['Count', { of: 'all' }], ['Count', { of: 'other' }])).toEqual([
    { value: 1 },
    { value: 1 },
  ]);
  expect(hits()).toEqual(['-', 'hit', '-']);
  const [first, second] = readCallLog(readFileSync(log)).lines;
  expect(second!.resultDigest).toBe(first!.resultDigest);
  expect(second).not.toHaveProperty('usage');
});

test('a changed input file is another call', async () => {
  writeFileSync(path.join(workspace, 'a.txt'), 'one');
  const file = { file: 'a.txt' };
  expect(await calls(true, ['CountFile', file], ['CountFile', file])).toEqual([
    { text: 'one', count: 1 },
    { text: 'one', count: 1 },
  ]);
  writeFileSync(path.join(workspace, 'a.txt'), 'two');
  expect(await calls(true, ['CountFile', file])).toEqual([{ text: 'two', count: 1 }]);
  writeFileSync(path.join(workspace, 'a.txt'), 'one');
  expect(await calls(true, ['CountFile', file], ['Count'])).toEqual([
    { text: 'one', count: 1 },
    { value: 1 },
  ]);
  expect(hits()).toEqual(['-', 'hit', '-', 'hit', '-']);
});

test('operations that write files, that are not declared deterministic, and failures are never kept', async () => {
  writeFileSync(path.join(workspace, 'in/a.txt'), 'one');
  const copy = { from: 'in/a.txt', to: 'b.txt' };
  await calls(true, ['Copy', copy], ['Random'], ['Fail']);
  rmSync(path.join(workspace, 'b.txt'));
  const [, , failure] = await calls(true, ['Copy', copy], ['Random'], ['Fail'], ['Fail']);
  expect(readFileSync(path.join(workspace, 'b.txt'), 'utf8')).toBe('one');
  expect(failure).toBe('it failed for the time number 1');
  expect(hits()).toEqual(['-', '-', '-', '-', '-', '-', '-']);
});

test('a spilled result that comes from the cache is written to its file again', async () => {
  const [first] = await calls(true, ['Large']);
  rmSync(path.join(workspace, '.toolbase'), { recursive: true });
  const [second] = await calls(true, ['Large']);
  expect(second).toEqual(first);
  const { path: file } = (second as { spilled: { path: string } }).spilled;
  expect(JSON.parse(readFileSync(path.join(workspace, file), 'utf8'))).toHaveProperty('rows');
  expect(hits()).toEqual(['-', 'hit']);
});

test('a damaged result is not used but computed and kept anew', async () => {
  await calls(true, ['Count']);
  const [file] = kept();
  const whole = readFileSync(file!, 'utf8');
  for (const damaged of [whole.replace('"value":1}', '"value":7}'), whole.slice(0, 40), '']) {
    writeFileSync(file!, damaged);
    expect(await calls(true, ['Count'])).toEqual([{ value: 1 }]);
    expect(hits().at(-1)).toBe('-');
    expect(readFileSync(file!, 'utf8')).toBe(whole);
  }
});

test('a hit is marked in _meta of the result, and --cache off is stronger than the settings', async () => {
  writeFileSync(path.join(installed.home, 'settings.yaml'), 'formatVersion: 1\ncache: { results: true }\n');
  const ask = async (...more: string[]) => {
    const server = startServe(serveArguments(installed, workspace, more));
    const params = { name: 'repeats__Count', arguments: {} };
    server.send(...HANDSHAKE, { jsonrpc: '2.0', id: 3, method: 'tools/call', params });
    const { result } = await server.answer(3);
    server.child.stdin.end();
    await server.exit;
    return result?.['_meta'];
  };
  try {
    expect(await ask()).toBeUndefined();
    expect(await ask()).toEqual({ 'toolbase/cache': 'hit' });
    expect(await ask('--cache', 'off')).toBeUndefined();
  } finally {
    rmSync(path.join(installed.home, 'settings.yaml'));
  }
});

test('two sessions that keep the same results at once both answer, and one file a result is left', async () => {
  const wanted = Array.from({ length: 20 }, (_, at): [string, Args] => ['Count', { of: `n${at}` }]);
  const [a, b] = await Promise.all([calls(true, ...wanted), calls(true, ...wanted)]);
  expect([a.length, b.length]).toEqual([20, 20]);
  expect(kept()).toHaveLength(20);
});

test('what was used longest ago goes first when the cache is full', async () => {
  const folder = tempFolder('cache');
  const about = {
    toolkit: { name: 'grid', version: '1.0.0' },
    operation: 'Fill',
    argumentsDigest: sha256('a'),
  };
  const cache = openResultCache(folder, 10_000);
  const keys = Array.from({ length: 12 }, (_, at) => sha256(`key ${at}`));
  for (const [at, key] of keys.slice(0, 8).entries()) {
    await cache.write(key, about, 'x'.repeat(700));
    const [file] = (await cache.files()).filter((each) => each.key === key);
    utimesSync(file!.file, at + 1, at + 1);
  }
  expect(await cache.read(keys[0]!)).toBe('x'.repeat(700));
  for (const key of keys.slice(8)) await cache.write(key, about, 'x'.repeat(700));
  const left = await cache.files();
  expect(left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(10_000);
  expect(await cache.read(keys[1]!)).toBeUndefined();
  expect(await cache.read(keys[0]!)).toBeDefined();
  expect(await cache.read(keys[11]!)).toBeDefined();
});

test('the commands list, verify and prune', async () => {
  const run = (...args: string[]) => {
    const env = { ...process.env, TOOLBASE_HOME: installed.home };
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'cache', ...args], {
      encoding: 'utf8',
      env,
    });
    return { status, stdout };
  };
  expect(run('ls').stdout).toContain('no result is kept');
  await calls(true, ['Count'], ['Large']);
  expect(run('ls').stdout).toMatch(/repeats 1\.0\.0 +Count/);
  expect(run('verify')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('2 of 2 results whole') as string,
  });
  appendFileSync(kept()[0]!, 'x');
  expect(run('verify', '--json')).toMatchObject({ status: 1 });
  expect(run('prune', '--max-mib', '0', '--dry-run').stdout).toContain('2 results would be removed');
  expect(run('prune', '--max-mib', '0').stdout).toContain('2 results removed');
  expect(run('prune').stdout).toContain('nothing to remove');
});

test('whatever else stands in the place of a result is removed, and the call is made', async () => {
  await calls(true, ['Count']);
  const [file] = kept() as [string];
  for (const put of [
    () => mkdirSync(path.join(file, 'inner'), { recursive: true }),
    () => symlinkSync(file, file),
    () => symlinkSync('/etc/passwd', file),
    () => spawnSync('mkfifo', [file]),
  ]) {
    rmSync(file, { recursive: true });
    put();
    const [made] = await calls(true, ['Count']);
    expect(await calls(true, ['Count'])).toEqual([made]);
    expect(hits().slice(-2)).toEqual(['-', 'hit']);
  }
});
