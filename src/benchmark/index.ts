import { BenchmarkSource } from './benchmark-source.ts';
import { Rubric } from './rubric.ts';

export { Artifact, TaskName } from './benchmark-source.ts';
export {
  type Check,
  comparisonOptions,
  type ExpressionCheck,
  type JsonCheck,
  type NumberCheck,
  type Tier,
  weightsOf,
} from './check-definition.ts';
export { Rubric, type Stage, stageWeight } from './rubric.ts';
export type { Benchmark, Grading, Task, Variant, WorkspaceFile } from './task.ts';

/** Persisted formats of this module, by the name of their JSON Schema. */
export const benchmarkFormats = { benchmark: BenchmarkSource, rubric: Rubric };
