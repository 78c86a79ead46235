import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHeartbeat } from '../../src/server/io/heartbeat.ts';

test('a host that says nothing is said to work still, as long as it does', async () => {
  const seen: { done: number; message?: string | undefined }[] = [];
  const { tell, stop } = startHeartbeat((progress) => seen.push(progress), 20);
  await expect.poll(() => seen.length).toBeGreaterThan(2);
  expect(seen[0]?.message).toBe('still working after 0 s');
  tell({ done: 3, total: 10, message: 'three' });
  await expect.poll(() => seen.at(-1)?.message).toBe('three, still working after 0 s');
  stop();
  const told = seen.length;
  await sleep(60);
  expect(seen).toHaveLength(told);
});

test('what is told grows with every notice, whatever the host says', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: -1e12, max: 1e12 })), (values) => {
      const seen: number[] = [];
      const { tell, stop } = startHeartbeat(({ done }) => seen.push(done), 60_000);
      values.forEach((done) => tell({ done }));
      stop();
      expect(seen).toHaveLength(values.length);
      seen.slice(1).forEach((value, at) => expect(value).toBeGreaterThan(seen[at]!));
    }),
  );
});

test('of a host that tells of every step of thousands the client is told now and then, and of the last', async () => {
  const seen: number[] = [];
  const { tell, stop } = startHeartbeat(({ done }) => seen.push(done), 60_000);
  for (let done = 1; done <= 5000; done += 1) tell({ done });
  expect(seen.length).toBeLessThanOrEqual(20);
  await expect.poll(() => seen.at(-1), { timeout: 3000 }).toBe(5000);
  tell({ done: 5001 });
  for (let done = 5002; done <= 9000; done += 1) tell({ done });
  stop();
  expect(seen.at(-1)).toBe(9000);
  expect(seen.length).toBeLessThanOrEqual(42);
});
