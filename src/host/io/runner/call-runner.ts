import { type Json, ToolbaseError } from '../../../kernel/index.ts';
import type { AnyOperation } from '../../../manifest/index.ts';
import type { CallParams, CallUsage, HelloParams, ProgressParams } from '../../protocol.ts';
import { createCallScope } from './operation-context.ts';
import { runOperation } from './run-operation.ts';

/** A greeted host: what it was told, and what it loaded. */
export interface LoadedHost {
  readonly hello: HelloParams;
  readonly operations: ReadonlyMap<string, AnyOperation>;
}

export interface CallRunner {
  /** Runs one call; a `cancel` for its id is heeded from here on. */
  readonly run: (id: number, params: CallParams, host: Promise<LoadedHost>) => Promise<Json>;
  readonly cancel: (id: number, why: string) => void;
  readonly cancelAll: (why: string) => void;
}

export function createCallRunner(sendProgress: (progress: ProgressParams) => void): CallRunner {
  const running = new Map<number, AbortController>();
  const abort = (controller: AbortController | undefined, why: string): void =>
    controller?.abort(new ToolbaseError('CANCELLED', why));

  return {
    run: async (id, params, host) => {
      const controller = new AbortController();
      running.set(id, controller);
      try {
        const { hello, operations } = await host;
        const operation = operations.get(params.operation);
        if (operation === undefined)
          throw new ToolbaseError('UNKNOWN_OPERATION', `the toolkit has no operation ${params.operation}`);
        const scope = createCallScope(hello, controller.signal, (progress) =>
          sendProgress({ id, ...progress }),
        );
        try {
          const before = process.resourceUsage();
          const value = await runOperation(operation, params.input, hello.workspace, scope.context);
          const images = scope.images();
          return { value, ...(images.length === 0 ? {} : { images }), usage: usageSince(before) };
        } finally {
          await scope.clear();
        }
      } finally {
        running.delete(id);
      }
    },
    cancel: (id, why) => abort(running.get(id), why),
    cancelAll: (why) => {
      for (const controller of running.values()) abort(controller, why);
    },
  };
}

function usageSince(before: NodeJS.ResourceUsage): CallUsage {
  const now = process.resourceUsage();
  const spentUs = now.userCPUTime + now.systemCPUTime - before.userCPUTime - before.systemCPUTime;
  return { cpuMs: Math.max(0, spentUs) / 1000, peakMemoryBytes: now.maxRSS * 1024 };
}
