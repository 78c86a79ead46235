import { Summary } from './summary.ts';

export { renderSummary } from './render-summary.ts';
export { summarise } from './summarise.ts';
export { Summary } from './summary.ts';

/** Persisted formats of this module, by the name of their JSON Schema. */
export const reportFormats = { summary: Summary };
