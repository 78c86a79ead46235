import { type JobNames, jobNames } from '../loadout/index.ts';
import type { PortableSchema, ToolAnnotations } from '../manifest/index.ts';
import type { LockedJob, LockedOperation, ToolObject } from './lock.ts';

/** Longest time that one call to follow a job waits, seconds: below the 60 s after which many clients give up. */
const JOB_WAIT_MAX_S = 50;
const JOB_WAIT_DEFAULT_S = 40;

export const JOB_ACTIONS = ['status', 'wait', 'result', 'cancel'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** The operation with the tools of its job, when it is a long one. They follow from the operation alone. */
export function withJob({ job: _before, ...operation }: LockedOperation): LockedOperation {
  if (operation.effects.long !== true) return operation;
  return { ...operation, job: jobOf(operation) };
}

function jobOf({ toolkit, tool }: LockedOperation): LockedJob {
  const names = jobNames(toolkit, tool.name);
  return { start: startTool(tool, names), follow: followTool(tool, names) };
}

const titled = (title: string | undefined, doing: string): { title?: string } =>
  title === undefined ? {} : { title: `${title.slice(0, 79 - doing.length)} ${doing}` };

const startTool = (tool: ToolObject, { start, follow }: JobNames): ToolObject => ({
  name: start,
  ...titled(tool.title, '(start)'),
  description: `Starts ${tool.name} with the same arguments as a job in the background and answers at once with the id of the job. Use it for a run that may take longer than an answer is waited for, often 60 s. Then follow the job with ${follow}.`,
  inputSchema: tool.inputSchema,
  outputSchema: STARTED,
  annotations: tool.annotations,
});

const followTool = (tool: ToolObject, { start, follow }: JobNames): ToolObject => ({
  name: follow,
  ...titled(tool.title, '(job)'),
  description: `Follows a job of ${start}: waits for it, tells how far it is, gives its result as ${tool.name} would, or cancels it.`,
  inputSchema: FOLLOW,
  annotations: FOLLOW_HINTS,
});

const STARTED: PortableSchema = {
  type: 'object',
  properties: {
    job: { type: 'string', description: 'Id of the job' },
    state: { type: 'string', enum: ['running'] },
  },
  required: ['job', 'state'],
  additionalProperties: false,
};

const FOLLOW: PortableSchema = {
  type: 'object',
  properties: {
    job: {
      type: 'string',
      description: 'Id of the job, as it was answered at its start',
      minLength: 1,
      maxLength: 64,
    },
    action: {
      type: 'string',
      description:
        'wait: until the job has ended, at most waitS, then as result or status; status: how far it is, at once; result: the result of a job that has ended; cancel: end it. Default: wait.',
      enum: [...JOB_ACTIONS],
      default: 'wait',
    },
    waitS: {
      type: 'number',
      description: `Longest time to wait, in seconds, from 0 to ${JOB_WAIT_MAX_S}. Default: ${JOB_WAIT_DEFAULT_S}.`,
      minimum: 0,
      maximum: JOB_WAIT_MAX_S,
      default: JOB_WAIT_DEFAULT_S,
    },
  },
  required: ['job'],
  additionalProperties: false,
};

const FOLLOW_HINTS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
