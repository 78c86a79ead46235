import { Script } from './scripted/script.ts';

export type { Harness, HarnessEnd, HarnessInput, Loadout, ServeCommand } from './harness.ts';
export { serveValues } from './harness.ts';
export { HarnessSpec } from './harness-spec.ts';
export { operationsOf, Script } from './scripted/script.ts';

/** Persisted formats of this module, by the name of their JSON Schema. */
export const harnessFormats = { script: Script };
