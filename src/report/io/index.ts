export { writeSummary } from './write-summary.ts';
