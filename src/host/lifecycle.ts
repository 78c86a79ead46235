/** Where a host is in its life. `cold`: no process, the next call starts one. `closed`: for good. */
export type HostState =
  | { readonly phase: 'cold' }
  | { readonly phase: 'starting' }
  | { readonly phase: 'ready' }
  | {
      readonly phase: 'stopping';
      readonly step: 'asked' | 'terminated' | 'killed';
      /** What comes when the process is gone; `starting` when a call is already waiting for the next one. */
      readonly then: 'cold' | 'starting' | 'closed';
    }
  | { readonly phase: 'closed' };

/** `wanted`: a call came in. `ended`: the process is gone, or could not be started. `stuck`: an abandoned call does not
 * stop. `time-up`: the time armed last has passed. */
export type HostEvent = 'wanted' | 'started' | 'ended' | 'stuck' | 'close' | 'time-up';

/** What the driver does, in this order. `release` lets the waiting calls go, `refuse` rejects them with the reason of
 * the last end, `refuse-closed` says that the server is stopping. */
export type HostAction =
  | 'start'
  | 'release'
  | 'refuse'
  | 'refuse-closed'
  | 'ask-to-stop'
  | 'terminate'
  | 'kill'
  | 'arm-start'
  | 'arm-terminate'
  | 'arm-kill'
  | 'disarm';

export interface HostStep {
  readonly state: HostState;
  readonly actions: readonly HostAction[];
}

/** The life of one host as a pure machine: at most one process at a time, restarted by the next call after it ended,
 * and on close asked, then terminated, then killed. */
export function nextStep(state: HostState, event: HostEvent): HostStep {
  switch (state.phase) {
    case 'cold':
      return whenCold(state, event);
    case 'starting':
      return whenStarting(state, event);
    case 'ready':
      return whenReady(state, event);
    case 'stopping':
      return whenStopping(state, event);
    case 'closed':
      return { state, actions: event === 'wanted' ? ['refuse-closed'] : [] };
  }
}

const COLD: HostState = { phase: 'cold' };
const STARTING: HostState = { phase: 'starting' };
const CLOSED: HostState = { phase: 'closed' };
const KILLED: HostState = { phase: 'stopping', step: 'killed', then: 'cold' };
const CLOSING: HostState = { phase: 'stopping', step: 'asked', then: 'closed' };

function whenCold(state: HostState, event: HostEvent): HostStep {
  if (event === 'wanted') return { state: STARTING, actions: ['start', 'arm-start'] };
  return event === 'close' ? { state: CLOSED, actions: [] } : { state, actions: [] };
}

function whenStarting(state: HostState, event: HostEvent): HostStep {
  switch (event) {
    case 'started':
      return { state: { phase: 'ready' }, actions: ['disarm', 'release'] };
    case 'ended':
      return { state: COLD, actions: ['disarm', 'refuse'] };
    // Stays in this phase: the end of the process refuses the calls that wait.
    case 'time-up':
      return { state, actions: ['kill'] };
    case 'close':
      return { state: CLOSING, actions: ['refuse-closed', 'ask-to-stop', 'arm-terminate'] };
    case 'wanted':
    case 'stuck':
      return { state, actions: [] };
  }
}

function whenReady(state: HostState, event: HostEvent): HostStep {
  switch (event) {
    case 'wanted':
      return { state, actions: ['release'] };
    case 'ended':
      return { state: COLD, actions: [] };
    case 'stuck':
      return { state: KILLED, actions: ['kill'] };
    case 'close':
      return { state: CLOSING, actions: ['ask-to-stop', 'arm-terminate'] };
    case 'started':
    case 'time-up':
      return { state, actions: [] };
  }
}

function whenStopping(state: Extract<HostState, { phase: 'stopping' }>, event: HostEvent): HostStep {
  const { step, then } = state;
  switch (event) {
    case 'ended':
      return ended(then);
    case 'wanted':
      return then === 'closed'
        ? { state, actions: ['refuse-closed'] }
        : { state: { ...state, then: 'starting' }, actions: [] };
    case 'close':
      return then === 'starting'
        ? { state: { ...state, then: 'closed' }, actions: ['refuse-closed'] }
        : { state: { ...state, then: 'closed' }, actions: [] };
    case 'time-up':
      if (step === 'asked')
        return { state: { ...state, step: 'terminated' }, actions: ['terminate', 'arm-kill'] };
      return { state: { ...state, step: 'killed' }, actions: ['kill'] };
    case 'started':
    case 'stuck':
      return { state, actions: [] };
  }
}

function ended(then: 'cold' | 'starting' | 'closed'): HostStep {
  switch (then) {
    case 'cold':
      return { state: COLD, actions: ['disarm'] };
    case 'closed':
      return { state: CLOSED, actions: ['disarm'] };
    case 'starting':
      return { state: STARTING, actions: ['disarm', 'start', 'arm-start'] };
  }
}
