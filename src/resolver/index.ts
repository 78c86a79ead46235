export type { ToolkitVersions } from './candidates.ts';
export { resolve, type Resolution, type ResolutionProblem } from './resolve.ts';
export type { RangeRequest } from './solve.ts';
