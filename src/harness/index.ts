import { Attachment } from './attach/attachment.ts';
import { Script } from './scripted/script.ts';

export type { AttachScope, ConfigPlaces, ServerLaunch } from './attach/attachable.ts';
export { ATTACHABLE_IDS, ATTACHABLES, type AttachableId } from './attach/attachables.ts';
export type { SkillSource } from './attach/skill-copies.ts';
export type { Harness, HarnessEnd, HarnessInput, Loadout, ServeCommand } from './harness.ts';
export { serveValues } from './harness.ts';
export { LAUNCHABLE_IDS, LAUNCHABLES, type LaunchableId } from './launch/launchables.ts';
export type { ProbeReport } from './probe/probe-report.ts';
export { HarnessSpec } from './harness-spec.ts';
export { operationsOf, Script } from './scripted/script.ts';

/** Persisted formats of this module, by the name of their JSON Schema. */
export const harnessFormats = { script: Script, attachment: Attachment };
