import { CRASH_LOOP, restMs } from './restart-policy.ts';

/** Where a host is in its life. `cold`: no process, the next call starts one. `resting`: it crashed, and is not started
 * again before a while has passed. `broken`: it crashed so often that calls are refused for a while. `closed`: for good.
 * `crashes`: how often in a row it ended by itself, without having answered a call. */
export type HostState =
  | { readonly phase: 'cold'; readonly crashes: number }
  | { readonly phase: 'starting'; readonly crashes: number }
  | { readonly phase: 'ready'; readonly crashes: number }
  | { readonly phase: 'resting'; readonly crashes: number; readonly wanted: boolean }
  | { readonly phase: 'broken'; readonly crashes: number }
  | {
      readonly phase: 'stopping';
      readonly step: 'asked' | 'terminated' | 'killed';
      /** What comes when the process is gone; `starting` when a call is already waiting for the next one. */
      readonly then: 'cold' | 'starting' | 'closed';
    }
  | { readonly phase: 'closed' };

/** `wanted`: a call came in. `ended`: the process is gone, or was refused to be started. `crashed`: it ended by itself.
 * `answered`: a call got its answer. `stuck`: an abandoned call does not stop. `idle`: nobody has called for long.
 * `time-up`: the time armed last has passed. */
export type HostEvent =
  | 'wanted'
  | 'started'
  | 'ended'
  | 'crashed'
  | 'answered'
  | 'stuck'
  | 'idle'
  | 'close'
  | 'time-up';

/** What the driver does, in this order. `release` lets the waiting calls go, `refuse` rejects them with the reason of
 * the last end, `refuse-broken` with that of a crash loop, `refuse-closed` says that the server is stopping.
 * `tell-broken` reports a crash loop to whoever runs the server, once. */
export type HostAction =
  | 'start'
  | 'release'
  | 'refuse'
  | 'refuse-broken'
  | 'refuse-closed'
  | 'tell-broken'
  | 'ask-to-stop'
  | 'terminate'
  | 'kill'
  | 'arm-start'
  | 'arm-rest'
  | 'arm-repair'
  | 'arm-terminate'
  | 'arm-kill'
  | 'disarm';

export interface HostStep {
  readonly state: HostState;
  readonly actions: readonly HostAction[];
}

export const INITIAL: HostState = { phase: 'cold', crashes: 0 };

/** The life of one host as a pure machine: at most one process at a time, restarted by the next call after it ended, the
 * later the oftener it crashed, stopped when nobody calls, and on close asked, then terminated, then killed. */
export function nextStep(state: HostState, event: HostEvent): HostStep {
  switch (state.phase) {
    case 'cold':
      return whenCold(state, event);
    case 'starting':
      return whenStarting(state, event);
    case 'ready':
      return whenReady(state, event);
    case 'resting':
      return whenResting(state, event);
    case 'broken':
      return whenBroken(state, event);
    case 'stopping':
      return whenStopping(state, event);
    case 'closed':
      return { state, actions: event === 'wanted' ? ['refuse-closed'] : [] };
  }
}

const CLOSED: HostState = { phase: 'closed' };
const KILLED: HostState = { phase: 'stopping', step: 'killed', then: 'cold' };
const CLOSING: HostState = { phase: 'stopping', step: 'asked', then: 'closed' };
const IDLE: HostState = { phase: 'stopping', step: 'asked', then: 'cold' };

type In<P extends HostState['phase']> = Extract<HostState, { phase: P }>;

const same = (state: HostState): HostStep => ({ state, actions: [] });

const startAfter = (crashes: number): HostStep => ({
  state: { phase: 'starting', crashes },
  actions: ['start', 'arm-start'],
});

function whenCold(state: In<'cold'>, event: HostEvent): HostStep {
  if (event === 'wanted') return startAfter(state.crashes);
  return event === 'close' ? { state: CLOSED, actions: [] } : same(state);
}

function whenStarting(state: In<'starting'>, event: HostEvent): HostStep {
  const { crashes } = state;
  switch (event) {
    case 'started':
      return { state: { phase: 'ready', crashes }, actions: ['disarm', 'release'] };
    case 'ended':
      return { state: { phase: 'cold', crashes }, actions: ['disarm', 'refuse'] };
    case 'crashed': {
      const { state: next, actions } = afterCrash(crashes + 1);
      return { state: next, actions: ['disarm', 'refuse', ...actions] };
    }
    // Stays in this phase: the end of the process refuses the calls that wait.
    case 'time-up':
      return { state, actions: ['kill'] };
    case 'close':
      return { state: CLOSING, actions: ['refuse-closed', 'ask-to-stop', 'arm-terminate'] };
    case 'wanted':
    case 'answered':
    case 'stuck':
    case 'idle':
      return same(state);
  }
}

function whenReady(state: In<'ready'>, event: HostEvent): HostStep {
  switch (event) {
    case 'wanted':
      return { state, actions: ['release'] };
    case 'answered':
      return same(state.crashes === 0 ? state : { phase: 'ready', crashes: 0 });
    case 'ended':
      return same({ phase: 'cold', crashes: state.crashes });
    case 'crashed':
      return afterCrash(state.crashes + 1);
    case 'stuck':
      return { state: KILLED, actions: ['kill'] };
    case 'idle':
      return { state: IDLE, actions: ['ask-to-stop', 'arm-terminate'] };
    case 'close':
      return { state: CLOSING, actions: ['ask-to-stop', 'arm-terminate'] };
    case 'started':
    case 'time-up':
      return same(state);
  }
}

/** A first crash costs no time: mostly it is one call's fault. */
function afterCrash(crashes: number): HostStep {
  if (crashes >= CRASH_LOOP)
    return {
      state: { phase: 'broken', crashes },
      actions: crashes === CRASH_LOOP ? ['tell-broken', 'arm-repair'] : ['arm-repair'],
    };
  if (restMs(crashes) === 0) return same({ phase: 'cold', crashes });
  return { state: { phase: 'resting', crashes, wanted: false }, actions: ['arm-rest'] };
}

function whenResting(state: In<'resting'>, event: HostEvent): HostStep {
  switch (event) {
    case 'wanted':
      return same({ ...state, wanted: true });
    case 'time-up':
      return state.wanted ? startAfter(state.crashes) : same({ phase: 'cold', crashes: state.crashes });
    case 'close':
      return { state: CLOSED, actions: ['disarm', 'refuse-closed'] };
    case 'started':
    case 'ended':
    case 'crashed':
    case 'answered':
    case 'stuck':
    case 'idle':
      return same(state);
  }
}

function whenBroken(state: In<'broken'>, event: HostEvent): HostStep {
  switch (event) {
    case 'wanted':
      return { state, actions: ['refuse-broken'] };
    // One more crash, and it is broken again.
    case 'time-up':
      return same({ phase: 'cold', crashes: state.crashes });
    case 'close':
      return { state: CLOSED, actions: ['disarm'] };
    case 'started':
    case 'ended':
    case 'crashed':
    case 'answered':
    case 'stuck':
    case 'idle':
      return same(state);
  }
}

function whenStopping(state: In<'stopping'>, event: HostEvent): HostStep {
  const { step, then } = state;
  switch (event) {
    case 'ended':
    case 'crashed':
      return afterStop(then);
    case 'wanted':
      return then === 'closed' ? { state, actions: ['refuse-closed'] } : same({ ...state, then: 'starting' });
    case 'close':
      return then === 'starting'
        ? { state: { ...state, then: 'closed' }, actions: ['refuse-closed'] }
        : same({ ...state, then: 'closed' });
    case 'time-up':
      if (step === 'asked')
        return { state: { ...state, step: 'terminated' }, actions: ['terminate', 'arm-kill'] };
      return { state: { ...state, step: 'killed' }, actions: ['kill'] };
    case 'started':
    case 'answered':
    case 'stuck':
    case 'idle':
      return same(state);
  }
}

/** A host that the server ended starts afresh. */
function afterStop(then: 'cold' | 'starting' | 'closed'): HostStep {
  switch (then) {
    case 'cold':
      return { state: INITIAL, actions: ['disarm'] };
    case 'closed':
      return { state: CLOSED, actions: ['disarm'] };
    case 'starting':
      return { state: { phase: 'starting', crashes: 0 }, actions: ['disarm', 'start', 'arm-start'] };
  }
}
