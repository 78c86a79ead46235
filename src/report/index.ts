export { renderSummary } from './render-summary.ts';
export { summarise } from './summarise.ts';
export { Summary } from './summary.ts';
