import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HostEvent, type HostState, INITIAL, nextStep } from '../../src/host/lifecycle.ts';

function run(...events: HostEvent[]): { phase: string; actions: string[] } {
  let state: HostState = INITIAL;
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

test('a host that crashes again rests before it is started, and a call waits for that', () => {
  expect(run('wanted', 'started', 'crashed', 'wanted')).toMatchObject({ phase: 'starting' });
  const twice = ['wanted', 'started', 'crashed', 'wanted', 'started', 'crashed'] as const;
  expect(run(...twice)).toMatchObject({ phase: 'resting' });
  expect(run(...twice, 'wanted', 'time-up')).toMatchObject({ phase: 'starting' });
  expect(run(...twice, 'time-up')).toMatchObject({ phase: 'cold' });
});

const crashes = (times: number, before: HostEvent[] = []): HostEvent[] =>
  Array.from({ length: times }, () => [
    'wanted' as const,
    'time-up' as const,
    'started' as const,
    ...before,
    'crashed' as const,
  ]).flat();

test('a crash loop is told once, refuses calls for a while, and one more crash brings it back', () => {
  const loop = crashes(5);
  expect(run(...loop)).toMatchObject({ phase: 'broken' });
  expect(run(...loop).actions.slice(-2)).toEqual(['tell-broken', 'arm-repair']);
  expect(run(...loop, 'wanted').actions.at(-1)).toBe('refuse-broken');
  const again = run(...loop, 'time-up', 'wanted', 'started', 'crashed');
  expect(again.phase).toBe('broken');
  expect(again.actions.filter((action) => action === 'tell-broken')).toHaveLength(1);
});

test('a call that was answered makes up for earlier crashes', () => {
  expect(run(...crashes(20, ['answered']))).toMatchObject({ phase: 'cold' });
});

test('a host that nobody calls is asked to stop, and the next call starts it', () => {
  expect(run('wanted', 'started', 'idle').actions.slice(-2)).toEqual(['ask-to-stop', 'arm-terminate']);
  expect(run('wanted', 'started', 'idle', 'wanted', 'ended')).toMatchObject({ phase: 'starting' });
});

const anyEvent = fc.constantFrom<HostEvent>(
  ...(['wanted', 'started', 'ended', 'crashed', 'answered', 'stuck', 'idle', 'close', 'time-up'] as const),
);

/** Events as a real process would cause them: it starts and ends only when there is one. */
const possible = (event: HostEvent, processes: number): boolean =>
  !['started', 'ended', 'crashed', 'answered'].includes(event) || processes === 1;

test('there is never more than one process, and none is started after close', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state: HostState = INITIAL;
      let processes = 0;
      let closed = false;
      for (const event of events.filter((each) => possible(each, processes))) {
        if (!possible(event, processes)) continue;
        closed ||= event === 'close';
        if (event === 'ended' || event === 'crashed') processes -= 1;
        const step = nextStep(state, event);
        state = step.state;
        const starts = step.actions.filter((action) => action === 'start').length;
        expect(closed && starts > 0).toBe(false);
        processes += starts;
        expect(processes).toBeLessThanOrEqual(1);
        expect(processes === 0).toBe(['cold', 'resting', 'broken', 'closed'].includes(state.phase));
      }
    }),
  );
});

test('from anywhere, close and time end in a kill, and every waiting call is settled', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state: HostState = INITIAL;
      let processes = 0;
      let waiting = 0;
      const actions: string[] = [];
      const feed = (event: HostEvent): void => {
        if (!possible(event, processes)) return;
        if (event === 'ended' || event === 'crashed') processes -= 1;
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
      if (alive && !(['close', 'stuck', 'idle'] as const).some((each) => events.includes(each)))
        expect(actions).toContain('kill');
      feed('ended');
      expect(state.phase).toBe('closed');
      expect(waiting).toBe(0);
    }),
  );
});
