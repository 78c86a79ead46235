import { digestOf, type Digest, type Json } from '../kernel/index.ts';
import type { Artifact } from './benchmark-source.ts';
import type { Rubric } from './rubric.ts';
import type { ShapeCheck } from './shape.ts';

/** A file as it is put into a workspace. */
export type WorkspaceFile = { readonly path: string; readonly bytes: Uint8Array; readonly digest: Digest };

/** A variant with the contents of its files. */
export type Variant = {
  readonly name: string;
  readonly prompt: string;
  readonly promptDigest: Digest;
  readonly files: readonly WorkspaceFile[];
  /** Of prompt and files. */
  readonly digest: Digest;
};

/** How a task is graded. Kept apart from what the agent gets: it may be revised, and is never in a workspace. */
export type Grading = {
  readonly rubric: Rubric;
  /** Of the rubric and of the shapes it refers to. */
  readonly rubricDigest: Digest;
  /** Compiled JSON Schemas by their path in the benchmark. */
  readonly shapes: ReadonlyMap<string, ShapeCheck>;
  readonly reference: Json;
  readonly referenceDigest: Digest;
};

/** A task of a loaded benchmark. */
export type Task = {
  readonly benchmark: string;
  readonly name: string;
  readonly title: string;
  readonly artifacts: readonly Artifact[];
  readonly variants: ReadonlyMap<string, Variant>;
  readonly grading: Grading;
  /** Of what is asked, without variants, reference and rubric. */
  readonly digest: Digest;
};

export type Benchmark = {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly tasks: ReadonlyMap<string, Task>;
};

/** Identity of what is asked of an agent: reference and rubric may be corrected without touching it. */
export const taskDigest = (benchmark: string, name: string, artifacts: readonly Artifact[]): Digest =>
  digestOf('toolbase-task-v1', {
    benchmark,
    task: name,
    artifacts: artifacts.map((artifact) => ({ ...artifact })),
  });

/** Identity of a scaffolding: the prompt and the files of the workspace at the start. */
export const variantDigest = (promptDigest: Digest, files: readonly WorkspaceFile[]): Digest =>
  digestOf('toolbase-variant-v1', {
    prompt: promptDigest,
    files: Object.fromEntries(files.map((file) => [file.path, file.digest])),
  });

/** A change that went into no identity fails here: what a rubric compares with. */
export const referenceDigest = (reference: Json): Digest => digestOf('toolbase-reference-v1', reference);
