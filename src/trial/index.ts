export { type Condition, identified } from './condition.ts';
