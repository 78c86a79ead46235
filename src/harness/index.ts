export type { Harness, HarnessEnd, HarnessInput, Loadout, ServeCommand } from './harness.ts';
export { HarnessSpec } from './harness-spec.ts';
export { operationsOf, Script } from './scripted/script.ts';
