export { cleanText } from './clean-text.ts';
export type { Containment } from './containment.ts';
export type { HostImage } from './host-image.ts';
export type { PinnedTool } from './drift.ts';
export { type MachineValues, NO_MACHINE_VALUES } from './host-program.ts';
export { jsonFault } from './json-fault.ts';
export { createLineSplitter } from './line-splitter.ts';
