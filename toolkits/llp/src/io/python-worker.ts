import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ToolbaseError } from 'toolbase/toolkit';
import * as z from 'zod';

const Done = z.strictObject({
  kind: z.literal('done'),
  accepted: z.number(),
  tried: z.number(),
  failed: z.number(),
  sigma_gen_mb: z.number(),
  sigma_err_mb: z.number(),
  generating_s: z.number(),
  taking_s: z.number(),
});

const Message = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('missing') }),
  z.strictObject({ kind: z.literal('unknown'), lines: z.array(z.number()) }),
  z.strictObject({ kind: z.literal('refused') }),
  z.strictObject({ kind: z.literal('weighted') }),
  z.strictObject({ kind: z.literal('checked'), version: z.string() }),
  z.strictObject({ kind: z.literal('prepared'), version: z.string() }),
  z.strictObject({ kind: z.literal('ready'), version: z.string() }),
  z.strictObject({ kind: z.literal('progress'), done: z.number() }),
  z.strictObject({ kind: z.literal('stuck'), done: z.number() }),
  Done,
]);
export type WorkerMessage = z.output<typeof Message>;
export type WorkerDone = z.output<typeof Done>;

export type WorkerStart = {
  readonly python: string;
  readonly program: string;
  /** The worker's folder; relative names of the job are in it. */
  readonly folder: string;
  readonly job: object;
  readonly signal: AbortSignal;
  readonly onMessage: (message: WorkerMessage) => void;
};

const SAID_BYTES = 4000;

/** Runs one worker to its end: it is killed when the signal aborts, and ends itself when this process does.
 * @returns the end of what it wrote to standard error
 * @throws ToolbaseError OPERATION_FAILED when it cannot be started or ends badly; the reason of the signal */
export async function runWorker(start: WorkerStart): Promise<string> {
  const { python, program, folder, job, signal, onMessage } = start;
  signal.throwIfAborted();
  const child = spawn(python, ['-I', '-B', program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', OMP_NUM_THREADS: '1' },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_BYTES);
  });
  // A worker that is gone is told of by its end.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(job)}\n`);
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill, { once: true });
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, name) => resolve(status ?? name ?? 'a signal'));
  });
  try {
    const [status] = await Promise.all([ended, heed(child.stdout, onMessage)]);
    signal.throwIfAborted();
    if (status !== 0) throw new Error(`it ended with ${status}`);
    return said;
  } catch (cause) {
    if (signal.aborted || cause instanceof ToolbaseError) throw cause;
    throw new ToolbaseError(
      'OPERATION_FAILED',
      `the Pythia worker failed: ${reasonOf(cause)}; it said: ${lastLines(said)}`,
      {
        hint: 'After SIGSEGV or SIGABRT Pythia itself crashed: the beams and processes of the card do not go together. Else see the log of the host.',
        cause,
      },
    );
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

async function heed(
  stdout: NodeJS.ReadableStream,
  onMessage: (message: WorkerMessage) => void,
): Promise<void> {
  for await (const line of createInterface({ input: stdout })) onMessage(Message.parse(JSON.parse(line)));
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** The end of what a program said, in one line. */
export const lastLines = (said: string): string =>
  said.trim().split('\n').slice(-6).join(' | ').slice(-800) || 'nothing';
