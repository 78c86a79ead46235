export type { PublishedVersion, ToolkitVersions } from './candidates.ts';
export { resolve, type Resolution } from './resolve.ts';
export { type RangeRequest, TOOLKITS_MAX } from './solve.ts';
export type { Rules } from './rules.ts';
