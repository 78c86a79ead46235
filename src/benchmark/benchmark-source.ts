import { z } from 'zod';
import { KebabName, PackagePath, Version } from '../kernel/index.ts';

/** Name of a task: letters, digits and single underscores, since particle names are told apart by case. */
export const TaskName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/, 'must be letters, digits and single underscores');

/** Whether two paths would meet on some machine: file systems that ignore case are common. */
function overlaps(paths: readonly string[]): boolean {
  const lower = paths.map((path) => path.toLowerCase());
  return lower.some((path, i) =>
    lower.some((other, j) => i !== j && (other === path || other.startsWith(`${path}/`))),
  );
}

/** The scaffolding of a task: how it is put to the agent. Objective, artifacts and rubric are the task's. */
export const VariantSource = z.strictObject({
  /** Text that the agent is given, a file of the benchmark. */
  prompt: PackagePath,
  /** Files that are in the workspace at the start: path in the workspace -> file of the benchmark. */
  workspace: z
    .record(PackagePath, PackagePath)
    .refine(
      (files) => !overlaps(Object.keys(files)),
      'names a path twice, but for case, or as file and as folder',
    )
    .default({}),
});
export type VariantSource = z.output<typeof VariantSource>;

/** A file that is kept of a trial's workspace. Checks may read declared artifacts only. */
export const Artifact = z.strictObject({
  path: PackagePath,
  /** A submission without it is incomplete. */
  required: z.boolean().default(true),
  /** A larger file is not kept. */
  maxBytes: z.number().int().positive().max(256_000_000).default(1_000_000),
});
export type Artifact = z.output<typeof Artifact>;

export const TaskSource = z.strictObject({
  title: z.string().min(1).max(120),
  variants: z.record(KebabName, VariantSource).refine((v) => Object.keys(v).length > 0, 'needs a variant'),
  artifacts: z
    .array(Artifact)
    .min(1)
    .max(100)
    .refine((all) => new Set(all.map((a) => a.path)).size === all.length, 'names a path twice'),
  /** JSON file that checks compare with; never in a workspace. */
  reference: PackagePath,
  /** Rubric file. */
  rubric: PackagePath,
});
export type TaskSource = z.output<typeof TaskSource>;

/** `benchmark.yaml`: tasks, their variants, what they require, and how they are graded. Every path is inside its folder. */
export const BenchmarkSource = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('benchmark'),
  name: KebabName,
  version: Version,
  title: z.string().min(1).max(120),
  summary: z.string().max(1000).optional(),
  tasks: z.record(TaskName, TaskSource).refine((t) => Object.keys(t).length > 0, 'needs a task'),
});
export type BenchmarkSource = z.output<typeof BenchmarkSource>;
