export { Artifact, BenchmarkSource, TaskName } from './benchmark-source.ts';
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
export { compileShape } from './shape.ts';
export type { Benchmark, Grading, Task, Variant, WorkspaceFile } from './task.ts';
