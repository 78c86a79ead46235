import { type Json, ToolbaseError } from '../../kernel/index.ts';
import { execAnswer, progressIn } from '../exec-answer.ts';
import { type Host, type HostCall, HOST_LIMITS, type HostLimits, interruptible } from './create-host.ts';
import { leftImages } from './left-images.ts';
import { type HostLaunch, type HostProcess, startHostProcess } from './host-process.ts';
import type { Interruption } from './interruption.ts';

/** How to start the program of one call. */
export interface ExecPlan {
  readonly launch: HostLaunch;
  /** What it is told on standard input. */
  readonly document: (operation: string, input: Json) => string;
  /** Absolute folder in which it may leave images. */
  readonly imagesDir: string;
  /** Removes what was made for this process. */
  readonly clear: () => Promise<void>;
}

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
const TERMINATE_MS = 850;
const DRAIN_MS = 2000;

/** A host whose program is started for each call and ends with it. Nothing lives between calls.
 * @param prepare verifies the installed files and says how to start; called before every call */
export function createExecHost(prepare: () => Promise<ExecPlan>, limits: HostLimits = HOST_LIMITS): Host {
  const running = new Set<{ readonly interruption: Interruption; readonly gone: Promise<unknown> }>();
  let closed = false;

  const call = async (request: HostCall): Promise<Json> => {
    if (closed) throw new ToolbaseError('CANCELLED', 'the server is stopping');
    const { heard, interruption, release } = interruptible(request, limits.callMs);
    const work = runOnce(heard, prepare, interruption);
    const entry = { interruption, gone: work.gone };
    running.add(entry);
    void work.gone.then(() => running.delete(entry));
    try {
      return await work.answer;
    } finally {
      release();
    }
  };

  return {
    call,
    warm: () => Promise.resolve(),
    phase: () => (closed ? 'closed' : running.size === 0 ? 'cold' : 'ready'),
    close: async () => {
      closed = true;
      for (const { interruption } of running)
        interruption.interrupt(new ToolbaseError('CANCELLED', 'the server is stopping'));
      await Promise.all(Array.from(running, ({ gone }) => gone));
    },
  };
}

function runOnce(
  request: HostCall,
  prepare: () => Promise<ExecPlan>,
  interruption: Interruption,
): { answer: Promise<Json>; gone: Promise<void> } {
  const work = performed(request, prepare, interruption);
  return {
    answer: Promise.race([work, interruption.happened()]),
    gone: work.then(
      () => undefined,
      () => undefined,
    ),
  };
}

async function performed(
  { name, input, onProgress, onImages, memoryMiB }: HostCall,
  prepare: () => Promise<ExecPlan>,
  interruption: Interruption,
): Promise<Json> {
  const plan = await prepare();
  try {
    interruption.throwIfHappened();
    const { launch } = plan;
    const host = startHostProcess({
      ...launch,
      memoryMiB: memoryMiB ?? launch.memoryMiB,
      onLog: (line) => {
        const progress = progressIn(line);
        if (progress !== undefined) onProgress?.(progress);
        launch.onLog?.(line);
      },
    });
    const stdout = collect(host);
    stopOn(host, interruption);
    host.input.end(plan.document(name, input));
    const end = await host.ended;
    await drained(host);
    const value = execAnswer({
      operation: name,
      end,
      stdout: stdout(),
      logs: host.logs.lines(),
      workspace: launch.workspace,
    });
    onImages?.(await leftImages(name, plan.imagesDir));
    return value;
  } finally {
    await plan.clear();
  }
}

function collect(host: HostProcess): () => Buffer {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  host.output.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes <= OUTPUT_MAX_BYTES) chunks.push(chunk);
    else host.condemn(`it printed more than ${OUTPUT_MAX_BYTES} bytes on standard output`);
  });
  return () => Buffer.concat(chunks);
}

/** What the program printed before it ended may still be on its way; whoever else holds the pipe is gone by now. */
const drained = ({ output }: HostProcess): Promise<void> =>
  new Promise((resolve) => {
    if (output.readableEnded || output.destroyed) resolve();
    else {
      const timer = setTimeout(resolve, DRAIN_MS);
      for (const end of ['end', 'close'])
        output.once(end, () => {
          clearTimeout(timer);
          resolve();
        });
    }
  });

function stopOn(host: HostProcess, interruption: Interruption): void {
  const stop = (): void => {
    host.signal('SIGTERM');
    const timer = setTimeout(() => host.signal('SIGKILL'), TERMINATE_MS);
    void host.ended.then(() => clearTimeout(timer));
  };
  interruption.listen(stop);
}
