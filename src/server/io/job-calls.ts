import { isToolbaseError } from '../../kernel/index.ts';
import type { ExposedTool, JobAction, Lock } from '../../lockfile/index.ts';
import { type CallOutcome, failedOutcome } from '../call-outcome.ts';
import { jobTools } from '../catalogue.ts';
import { resultAnswer, statusAnswer } from '../job.ts';
import type { JsonObject, SchemaChecker } from '../schema-checker.ts';
import type { JobRegistry } from './job-registry.ts';
import type { GuardedOptions } from './policy-calls.ts';
import type { Session } from './session.ts';

/** What a call to follow a job was checked to be. */
interface Follow {
  readonly job: string;
  readonly action: JobAction;
  readonly waitS: number;
}

/** Adds the tools of jobs to a way to call operations. A job runs as the operation itself would be called, and leaves
 * the same line in the call log when it has ended; one that is refused leaves it at once. */
export function withJobCalls(
  call: (name: string, args: JsonObject, options?: GuardedOptions) => Promise<CallOutcome>,
  { lock, jobs, checker }: { lock: Lock; jobs: JobRegistry; checker: SchemaChecker },
): Session['call'] {
  const tools = jobTools(lock);

  const start = async ({ tool, operation }: ExposedTool, args: JsonObject): Promise<CallOutcome> => {
    const { name } = operation.tool;
    try {
      // Arguments that do not fit are told now, not when somebody asks for the result.
      checker.checkArguments(tool, args);
      return statusOf(jobs.start(name, (job) => call(name, args, job)));
    } catch (refused) {
      // A line of its own, like that of any other call that is refused.
      if (isToolbaseError(refused)) await call(name, args, { refused });
      throw refused;
    }
  };

  const follow = async (
    { tool, operation }: ExposedTool,
    args: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<CallOutcome> => {
    const { job, action, waitS } = checker.checkArguments(tool, args) as unknown as Follow;
    const { name } = operation.tool;
    switch (action) {
      case 'status':
        return statusAnswer(jobs.view(name, job));
      case 'result':
        return resultAnswer(jobs.view(name, job));
      case 'cancel':
        return statusAnswer(await jobs.cancel(name, job));
      case 'wait': {
        const view = await jobs.wait(name, job, waitS * 1000, signal);
        return view.state === 'running' ? statusAnswer(view) : resultAnswer(view);
      }
    }
  };

  return async (name, args, options = {}) => {
    const exposed = tools.get(name);
    if (exposed === undefined) return call(name, args, options);
    try {
      return await (exposed.role === 'start' ? start(exposed, args) : follow(exposed, args, options.signal));
    } catch (thrown) {
      return failedOutcome(thrown);
    }
  };
}

const statusOf = ({ job }: { readonly job: string }): CallOutcome => {
  const structured = { job, state: 'running' };
  return { kind: 'answered', structured, text: JSON.stringify(structured) };
};
