import type { z } from 'zod';
import type { Effects } from './effects.ts';
import type { Limits } from './limits.ts';

/** What an operation may use while it runs. All paths are absolute and inside the workspace. */
export interface OperationContext {
  /** Directory that the session may read and write. */
  readonly workspace: string;
  /** Absolute path of a declared input file, or of one below a declared folder.
   * @throws ToolbaseError PATH_OUTSIDE when it leaves the workspace, by `..` or by a link, or when no argument under
   * `effects.reads` or `effects.writes` names it; NOT_FOUND */
  readPath(relative: string): string;
  /** As readPath, for a file to write that an argument under `effects.writes` names; its folder is made.
   * @throws ToolbaseError PATH_OUTSIDE, NOT_WRITABLE */
  writePath(relative: string): string;
  /** Value of a declared machine setting, typed by its declaration. */
  setting(name: string): string | number | boolean | undefined;
  /** Value of a declared sensitive setting. Never log or return it. */
  secret(name: string): string | undefined;
  /** Path and version of a declared external, or undefined when an optional one is missing. */
  external(name: string): { readonly path: string; readonly version: string } | undefined;
  /** A declared environment: the absolute path of its folder, and of its interpreter when it is a Python one.
   * Undefined for a name that the toolkit does not declare. */
  environment(name: string): { readonly root: string; readonly python?: string | undefined } | undefined;
  /** Aborted when the caller cancels or a limit is reached. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the work is; `total` is in the unit of `done`. */
  progress(done: number, total?: number, message?: string): void;
  /** Shows an image beside the result and keeps it in the workspace, in a file named by its content. At most 20 a call,
   * 16 MiB together.
   * @param bytes PNG, JPEG, GIF or WebP
   * @throws ToolbaseError BAD_RESULT for anything else, or for too many */
  showImage(bytes: Uint8Array): void;
  /** A line for the host's log, never seen by the model. */
  log(message: string): void;
  /** Fresh directory for this call, removed afterwards. */
  tempDir(): Promise<string>;
}

/** A zod 3 schema, of whichever copy of zod. */
export interface Zod3Schema<Output = unknown, Input = unknown> {
  readonly _output: Output;
  readonly _input: Input;
  readonly _def: object;
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Output }
    | { success: false; error: { issues: { path: (string | number)[]; message: string }[] } };
}

/** A schema that an operation may be written with. */
export type AuthoredSchema = z.ZodType | Zod3Schema;

/** What a schema yields, and what it takes. */
type OutputOf<S> = S extends z.ZodType ? z.output<S> : S extends Zod3Schema ? S['_output'] : never;
type InputOf<S> = S extends z.ZodType ? z.input<S> : S extends Zod3Schema ? S['_input'] : never;

/** The object schemas of an operation, of zod 4 or 3; zod's own types carry over to `run`. */
export interface OperationDefinition<
  I extends AuthoredSchema = AuthoredSchema,
  O extends AuthoredSchema = AuthoredSchema,
> {
  readonly name: string;
  readonly title?: string;
  /** What it computes, for which input, in which units. The first words count: clients may cut. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly effects?: Partial<Effects>;
  /** Upper bound of the result's compact JSON. At most 8192 to have the output schema served. */
  readonly maxResultBytes?: number;
  /** What one call may use; a machine's settings may say otherwise. */
  readonly limits?: Limits;
  run(input: OutputOf<I>, context: OperationContext): Promise<InputOf<O>> | InputOf<O>;
}

/** A definition whose schema types have been forgotten, as a toolkit keeps it. */
export type AnyOperation = Omit<OperationDefinition, 'run'> & {
  run(input: never, context: OperationContext): unknown;
};

export interface ToolkitDefinition {
  readonly operations: readonly AnyOperation[];
}

/** Types one operation; returns it unchanged. */
export const defineOperation = <I extends AuthoredSchema, O extends AuthoredSchema>(
  definition: OperationDefinition<I, O>,
): OperationDefinition<I, O> => definition;

/** Collects the operations of a toolkit: export the result as `toolkit` from the host's entry module. */
export const defineToolkit = <T extends ToolkitDefinition>(definition: T): T => definition;
