export type { PublishedVersion, ToolkitVersions } from './candidates.ts';
export { resolve, type Resolution } from './resolve.ts';
export type { RangeRequest } from './solve.ts';
export type { Rules } from './rules.ts';
