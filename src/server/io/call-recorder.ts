import path from 'node:path';
import type { Json } from '../../kernel/index.ts';
import { argumentsObject, resultObject } from '../../record/index.ts';
import { openCallObjects } from '../../record/io/index.ts';
import type { ContainedArguments } from './contain-arguments.ts';

/** Keeps what a replay of the calls of a session needs, beside their log. */
export interface CallRecorder {
  /** Before the call, which may change its files. @returns whether all of it is kept. @throws ToolbaseError NOT_WRITABLE */
  readonly keepInputs: (
    contained: Pick<ContainedArguments, 'args' | 'reads'>,
    workspace: string,
  ) => Promise<boolean>;
  readonly keepResult: (value: Json) => Promise<boolean>;
}

export function createCallRecorder(callLogFile: string): CallRecorder {
  const objects = openCallObjects(callLogFile);
  return {
    keepInputs: async ({ args, reads }, workspace) => {
      const kept = await Promise.all([
        objects.put(argumentsObject(args)),
        ...reads.map(
          async ({ path: relative, digest }) =>
            digest !== null && (await objects.putFile(path.join(workspace, relative), digest)),
        ),
      ]);
      return kept.every(Boolean);
    },
    keepResult: (value) => objects.put(resultObject(value)),
  };
}
