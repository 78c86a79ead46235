export { loadHarness } from './load-harness.ts';
export { runHarness } from './run-harness.ts';
