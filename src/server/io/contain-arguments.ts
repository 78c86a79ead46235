import type { LockedOperation } from '../../lockfile/index.ts';
import type { CallFile } from '../../record/index.ts';
import { containPath, containReadPath } from '../../host/io/index.ts';
import { mapPaths } from '../declared-paths.ts';
import type { JsonObject } from '../schema-checker.ts';
import { digestFile } from './digest-file.ts';

export interface ContainedArguments {
  /** With every declared path made relative to the workspace, links resolved. */
  readonly args: JsonObject;
  readonly reads: readonly CallFile[];
  /** Digests of the declared output files as they are now. */
  readonly writes: () => Promise<CallFile[]>;
  /** Whether what it reads is still as it was. */
  readonly unchanged: () => Promise<boolean>;
}

/** Holds the declared paths of a call inside the workspace, by real path, and takes the digests of what it reads.
 * @param workspace absolute real path
 * @throws ToolbaseError PATH_OUTSIDE, NOT_FOUND */
export async function containArguments(
  { effects }: Pick<LockedOperation, 'effects'>,
  args: JsonObject,
  workspace: string,
): Promise<ContainedArguments> {
  const reads = new Map<string, string>();
  const writes = new Map<string, string>();
  let contained = args;
  const contain = (into: Map<string, string>, resolve: typeof containPath) => (given: string) => {
    const { absolute, relative } = resolve(workspace, given);
    into.set(relative, absolute);
    return relative;
  };
  for (const inputPath of effects.reads)
    contained = mapped(contained, inputPath, contain(reads, containReadPath));
  for (const inputPath of effects.writes)
    contained = mapped(contained, inputPath, contain(writes, containPath));
  const found = await digests(reads);
  return {
    args: contained,
    reads: found,
    writes: () => digests(writes),
    unchanged: async () => (await digests(reads)).every(({ digest }, at) => digest === found[at]?.digest),
  };
}

/** An object stays one: the arguments themselves are no path. */
const mapped = (args: JsonObject, inputPath: string, replace: (given: string) => string): JsonObject =>
  mapPaths(args, inputPath, replace) as JsonObject;

async function digests(files: ReadonlyMap<string, string>): Promise<CallFile[]> {
  // As of most calls.
  if (files.size === 0) return [];
  return Promise.all(
    Array.from(files, async ([path, absolute]) => ({ path, digest: await digestFile(absolute) })),
  );
}
