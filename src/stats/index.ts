export { exactInterval, type Interval } from './exact-interval.ts';
export { meanOf } from './mean.ts';
