export { exactInterval } from './exact-interval.ts';
export { meanOf } from './mean.ts';
