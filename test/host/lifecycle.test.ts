import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HostEvent, type HostState, nextStep } from '../../src/host/lifecycle.ts';

function run(...events: HostEvent[]): { phase: string; actions: string[] } {
  let state: HostState = { phase: 'cold' };
  const actions: string[] = [];
  for (const event of events) {
    const step = nextStep(state, event);
    state = step.state;
    actions.push(...step.actions);
  }
  return { phase: state.phase, actions };
}

test('the first call starts a host, later ones use it', () => {
  expect(run('wanted', 'wanted', 'started', 'wanted')).toEqual({
    phase: 'ready',
    actions: ['start', 'arm-start', 'disarm', 'release', 'release'],
  });
});

test('a host that ended is started again by the next call, not before', () => {
  expect(run('wanted', 'started', 'ended')).toMatchObject({ phase: 'cold' });
  expect(run('wanted', 'started', 'ended', 'wanted').actions.slice(-2)).toEqual(['start', 'arm-start']);
});

test('a start that fails refuses the calls that wait for it', () => {
  expect(run('wanted', 'ended')).toEqual({
    phase: 'cold',
    actions: ['start', 'arm-start', 'disarm', 'refuse'],
  });
});

test('a start that takes too long is killed, and refuses when the process is gone', () => {
  expect(run('wanted', 'time-up').actions.at(-1)).toBe('kill');
  expect(run('wanted', 'time-up', 'ended').actions.at(-1)).toBe('refuse');
});

test('on close a host is asked, then terminated, then killed', () => {
  expect(run('wanted', 'started', 'close', 'time-up', 'time-up', 'ended')).toEqual({
    phase: 'closed',
    actions: [
      'start',
      'arm-start',
      'disarm',
      'release',
      'ask-to-stop',
      'arm-terminate',
      'terminate',
      'arm-kill',
      'kill',
      'disarm',
    ],
  });
});

test('a call that comes while a stuck host is killed waits for the next one', () => {
  expect(run('wanted', 'started', 'stuck', 'wanted', 'ended').actions.slice(-4)).toEqual([
    'kill',
    'disarm',
    'start',
    'arm-start',
  ]);
});

const anyEvent = fc.constantFrom<HostEvent>('wanted', 'started', 'ended', 'stuck', 'close', 'time-up');

/** Events as a real process would cause them: it starts and ends only when there is one. */
const possible = (event: HostEvent, processes: number): boolean =>
  (event !== 'started' && event !== 'ended') || processes === 1;

test('there is never more than one process, and none is started after close', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state: HostState = { phase: 'cold' };
      let processes = 0;
      let closed = false;
      for (const event of events.filter((each) => possible(each, processes))) {
        if (!possible(event, processes)) continue;
        closed ||= event === 'close';
        if (event === 'ended') processes -= 1;
        const step = nextStep(state, event);
        state = step.state;
        const starts = step.actions.filter((action) => action === 'start').length;
        expect(closed && starts > 0).toBe(false);
        processes += starts;
        expect(processes).toBeLessThanOrEqual(1);
        expect(processes === 0).toBe(state.phase === 'cold' || state.phase === 'closed');
      }
    }),
  );
});

test('from anywhere, close and time end in a kill, and every waiting call is settled', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state: HostState = { phase: 'cold' };
      let processes = 0;
      let waiting = 0;
      const actions: string[] = [];
      const feed = (event: HostEvent): void => {
        if (!possible(event, processes)) return;
        if (event === 'ended') processes -= 1;
        if (event === 'wanted') waiting += 1;
        const step = nextStep(state, event);
        state = step.state;
        actions.push(...step.actions);
        if (step.actions.includes('start')) processes += 1;
        if (step.actions.some((action) => /^release|^refuse/.test(action))) waiting = 0;
      };
      events.forEach(feed);
      const alive = processes === 1;
      actions.length = 0;
      for (const event of ['close', 'time-up', 'time-up'] as const) feed(event);
      if (alive && !events.includes('close') && !events.includes('stuck')) expect(actions).toContain('kill');
      feed('ended');
      expect(state.phase).toBe('closed');
      expect(waiting).toBe(0);
    }),
  );
});
