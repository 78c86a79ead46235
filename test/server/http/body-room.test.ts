import { expect, test } from 'vitest';
import { bodyRoom } from '../../../src/server/io/http/web-exchange.ts';

test('bodies that are read at the same time have so much room together, and give it back', () => {
  const { take, give } = bodyRoom(100);
  expect([take(60), take(40), take(1)]).toEqual([true, true, false]);
  give(60);
  expect([take(61), take(60)]).toEqual([false, true]);
});
