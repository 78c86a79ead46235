import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { CallOutcome } from '../../src/server/index.ts';
import { openSession, type Session } from '../../src/server/io/index.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { type Installed, installFixtures, workspaceFolder } from './install-fixtures.ts';

let installed: Installed;
let opened: Session;

beforeAll(async () => {
  installed = await installFixtures({ name: 'lying', fixture: 'lying-server.mjs', kind: 'mcp' });
});
afterEach(() => opened.close());

async function calling() {
  opened = await openSession(installed.lock, installed.lockFile, {
    ...{ workspace: workspaceFolder(), home: installed.home },
    callLog: path.join(tempFolder('log'), 'calls.jsonl'),
    onFault: (message) => {
      throw new Error(message);
    },
  });
  return async (name: string, signal?: AbortSignal) =>
    said(await opened.call(`lying__${name}`, {}, signal === undefined ? {} : { signal }));
}

const said = (outcome: CallOutcome): unknown =>
  outcome.kind === 'answered'
    ? outcome.structured['text']
    : `${outcome.error.code}: ${outcome.error.message}`;

test.each([
  ['twice', 'first'],
  ['stray', 'own'],
  ['flood', 'flooded'],
])(
  'a wrapped server whose answers are %s gives one answer, and calls beside it their own',
  async (name, answer) => {
    const call = await calling();
    expect(await Promise.all([call('fine'), call(name), call('fine')])).toEqual(['fine', answer, 'fine']);
    expect(await call('fine')).toBe('fine');
  },
);

test("what a wrapped server answers after a call was cancelled is nobody else's answer", async () => {
  const call = await calling();
  await call('fine');
  const controller = new AbortController();
  const late = call('late', controller.signal);
  setTimeout(() => controller.abort(), 100);
  expect(await late).toMatch(/^CANCELLED: /);
  const others: unknown[] = [];
  for (let at = 0; at < 10; at += 1) {
    others.push(await call('fine'));
    await sleep(80);
  }
  expect(others).toEqual(Array(10).fill('fine'));
});

test.each([
  ['partial', /^HOST_FAILED: .*ended with exit status 5/],
  ['endless', /^HOST_FAILED: .*a line of more than \d+ bytes/],
])(
  'a wrapped server whose answer is %s gives one clear error, and the next call starts it again',
  async (name, error) => {
    const call = await calling();
    expect(await call(name)).toMatch(error);
    expect(await call('fine')).toBe('fine');
  },
);

test('an answer of a wrapped server that is no result is an error, in words', async () => {
  const call = await calling();
  const answer = await call('shapeless');
  expect(answer).toMatch(/^(?:OPERATION_FAILED|BAD_RESULT|HOST_FAILED): /);
  expect(answer).not.toMatch(/invalid_type|[{[]\s*\n/);
  expect(await call('fine')).toBe('fine');
});
