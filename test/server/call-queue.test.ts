import { expect, test } from 'vitest';
import { createCallQueue } from '../../src/server/io/call-queue.ts';

test('a call that was given up before it came to its line does not wait there', async () => {
  const queue = createCallQueue();
  let end = (): void => undefined;
  const first = queue.run('a', 1, undefined, () => new Promise<void>((resolve) => (end = resolve)));
  const early = new AbortController();
  early.abort();
  expect(await queue.run('a', 1, early.signal, () => Promise.resolve('through'))).toBe('through');
  const late = new AbortController();
  const waiting = queue.run('a', 1, late.signal, () => Promise.resolve('through'));
  late.abort();
  expect(await waiting).toBe('through');
  const next = queue.run('a', 1, undefined, () => Promise.resolve('in turn'));
  expect(await Promise.race([next, Promise.resolve('waits')])).toBe('waits');
  end();
  await first;
  expect(await next).toBe('in turn');
});
