export { loadBenchmark } from './load-benchmark.ts';
