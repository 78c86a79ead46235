import { expect, test } from 'vitest';
import { type Held, roomFor } from '../../../src/server/http/make-room.ts';

const RULES = { maxSessions: 4, maxOfOne: 3, restingMs: 60_000 };

const held = (id: string, caller: string, more: Partial<Held> = {}): Held => ({
  ...{ id, caller, isGreeted: true, idleMs: 10_000, isBusy: false },
  ...more,
});

test('below all limits there is room', () => {
  expect(roomFor('', [held('1', ''), held('2', ''), held('3', '')], [], RULES)).toEqual({ kind: 'free' });
  expect(roomFor('bob', [held('1', 'bob')], ['bob'], RULES)).toEqual({ kind: 'free' });
});

test('sessions that are being opened count', () => {
  expect(roomFor('', [held('1', '')], ['', '', ''], RULES)).toEqual({ kind: 'none' });
  expect(roomFor('bob', [held('1', 'bob')], ['bob', 'bob'], RULES)).toEqual({ kind: 'none' });
  expect(roomFor('bob', [held('1', 'bob')], ['eve', 'eve'], RULES)).toEqual({ kind: 'free' });
});

test('one whose client never came back makes room first, and the oldest of those', () => {
  const sessions = [
    held('1', '', { idleMs: 500_000 }),
    held('2', '', { isGreeted: false, idleMs: 700 }),
    held('3', '', { isGreeted: false, idleMs: 900 }),
    held('4', '', { isGreeted: false, idleMs: 100 }),
  ];
  expect(roomFor('', sessions, [], RULES)).toEqual({ kind: 'instead-of', id: '3' });
});

test('a client that may be on its way back keeps its session', () => {
  const sessions = ['1', '2', '3', '4'].map((id) => held(id, '', { isGreeted: false, idleMs: 100 }));
  expect(roomFor('', sessions, [], RULES)).toEqual({ kind: 'none' });
});

test('then one of the caller that has rested, but none that is used or in which a job runs', () => {
  const sessions = [
    held('1', '', { idleMs: 59_000 }),
    held('2', '', { idleMs: 90_000, isBusy: true }),
    held('3', '', { idleMs: 61_000 }),
    held('4', '', { idleMs: 0 }),
  ];
  expect(roomFor('', sessions, [], RULES)).toEqual({ kind: 'instead-of', id: '3' });
  expect(roomFor('', sessions.with(2, held('3', '')), [], RULES)).toEqual({ kind: 'none' });
});

test('one token holds its share at most, of which only its own make room', () => {
  const own = [held('1', 'eve'), held('2', 'eve'), held('3', 'eve')];
  expect(roomFor('eve', own, [], RULES)).toEqual({ kind: 'none' });
  expect(roomFor('bob', own, [], RULES)).toEqual({ kind: 'free' });
  const rested = [
    ...own.slice(1),
    held('4', 'eve', { idleMs: 70_000 }),
    held('5', 'bob', { isGreeted: false }),
  ];
  expect(roomFor('eve', rested, [], RULES)).toEqual({ kind: 'instead-of', id: '4' });
});

test('whoever holds most gives way to who holds fewer, and not the other way round', () => {
  const sessions = [
    held('1', 'eve'),
    held('2', 'eve', { idleMs: 12_000 }),
    held('3', 'eve'),
    held('4', 'bob'),
  ];
  expect(roomFor('carol', sessions, [], RULES)).toEqual({ kind: 'instead-of', id: '2' });
  expect(roomFor('eve', sessions, [], RULES)).toEqual({ kind: 'none' });
  const even = [held('1', 'eve'), held('2', 'eve'), held('3', 'bob'), held('4', 'bob')];
  expect(roomFor('bob', even, [], RULES)).toEqual({ kind: 'none' });
});
