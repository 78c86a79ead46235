import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, type Json, ToolbaseError } from '../kernel/index.ts';
import { cleanText } from './clean-text.ts';
import { type HostEnd, wording } from './host-end.ts';
import { redactPaths } from './operation-failure.ts';

/** What a program that was started for one call left behind. */
export interface ExecEnd {
  readonly operation: string;
  readonly end: HostEnd;
  readonly stdout: Uint8Array;
  /** Newest last; hostile text. */
  readonly logs: readonly string[];
  readonly workspace: string;
}

const TAIL_LINES = 5;
const MESSAGE_MAX_CHARS = 4000;

const Refusal = z.looseObject({
  error: z.looseObject({
    code: z.string().optional(),
    message: z.string(),
    hint: z.string().optional(),
  }),
});

/** The value that the program printed.
 * @throws ToolbaseError BAD_RESULT for what is not one JSON document; the error that it printed, or OPERATION_FAILED with
 * its last words, when it ended with another status than 0; HOST_FAILED when it did not end by itself */
export function execAnswer(ended: ExecEnd): Json {
  const { operation, end } = ended;
  if (end.kind === 'exited' && end.status === 0) return document(ended);
  const refused = end.kind === 'exited' ? refusalOf(ended) : undefined;
  if (refused !== undefined) throw refused;
  throw new ToolbaseError(
    end.kind === 'exited' ? 'OPERATION_FAILED' : 'HOST_FAILED',
    `${operation} ${wording(end)}${lastWords(ended)}`,
  );
}

function document({ operation, stdout }: ExecEnd): Json {
  const text = decoded(operation, stdout);
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw notJson(operation, whyNotJson(text), cause);
  }
}

function decoded(operation: string, stdout: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(stdout);
  } catch (cause) {
    throw notJson(operation, 'is not UTF-8', cause);
  }
}

function whyNotJson(text: string): string {
  if (text.trim() === '') return 'is empty';
  const number = /(?:^|[\s[:,])(-?(?:NaN|Infinity|nan|inf))(?=[\s\],}]|$)/.exec(text)?.[1];
  if (number !== undefined) return `holds ${number}, which is not a JSON number`;
  return `is not one JSON document: ${cleanText(text.trim(), 80)}`;
}

const notJson = (operation: string, fault: string, cause: unknown): ToolbaseError =>
  new ToolbaseError('BAD_RESULT', `what ${operation} printed on standard output ${fault}`, {
    hint: 'This is a fault of the toolkit, not of the arguments.',
    cause,
  });

function refusalOf({ stdout, workspace }: ExecEnd): ToolbaseError | undefined {
  try {
    const { data } = Refusal.safeParse(JSON.parse(Buffer.from(stdout).toString('utf8')));
    if (data === undefined) return undefined;
    const { code = '', message, hint } = data.error;
    const say = (text: string): string => redactPaths(text, workspace, MESSAGE_MAX_CHARS);
    return new ToolbaseError(
      isErrorCode(code) ? code : 'OPERATION_FAILED',
      say(message),
      hint === undefined ? {} : { hint: say(hint) },
    );
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

function lastWords({ logs, workspace }: ExecEnd): string {
  const tail = logs.filter((line) => line.trim() !== '').slice(-TAIL_LINES);
  if (tail.length === 0) return '';
  return `; it last printed:\n${tail.map((line) => redactPaths(line, workspace, 300)).join('\n')}`;
}

const PROGRESS = /^toolbase:progress (\d{1,15}(?:\.\d+)?)(?:\/(\d{1,15}(?:\.\d+)?))?(?: (.{1,1000}))?$/;

/** How far a program says it is, in a line on standard error; undefined for any other line. */
export function progressIn(line: string): { done: number; total?: number; message?: string } | undefined {
  const [, done, total, message] = PROGRESS.exec(line) ?? [];
  if (done === undefined) return undefined;
  return {
    done: Number(done),
    ...(total === undefined ? {} : { total: Number(total) }),
    ...(message === undefined ? {} : { message }),
  };
}
