export type { CallOutcome } from './call-outcome.ts';
export type { ReplayedCall } from './replayed-call.ts';
export { SERVE_FLAGS, SERVE_LOCK, SERVE_SUMMARY, type ServeFlag } from './serve-flags.ts';
