import { ERROR_CODES, type ErrorCode, type Json, ToolbaseError } from '../../kernel/index.ts';
import { createLineSplitter } from '../line-splitter.ts';
import {
  HOST_LINE_MAX_BYTES,
  hostMessage,
  type HostMessage,
  type ProgressParams,
  type ServerMessage,
} from '../protocol.ts';
import { strictUtf8 } from '../strict-utf8.ts';
import type { HostProcess } from './host-process.ts';

export type OnProgress = (progress: Omit<ProgressParams, 'id'>) => void;

/** Requests and answers by id over a host's protocol channel. Whatever comes in is hostile. */
export interface HostChannel {
  /** Every promise settles: with the answer, or when the process ends. */
  request(
    message: (id: number) => ServerMessage,
    onProgress?: OnProgress,
  ): { id: number; answer: Promise<Json> };
  notify(message: ServerMessage): void;
}

interface Waiting {
  readonly resolve: (result: Json) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: OnProgress | undefined;
}

/** The end of the channel is mostly the end of the process, which says more. */
const CLOSING_MS = 500;

/** @param failure makes the error of a request that the host can no longer answer */
export function createHostChannel(host: HostProcess, failure: () => Promise<ToolbaseError>): HostChannel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const notify = (message: ServerMessage): void => {
    host.tell(JSON.stringify(message));
  };

  const receive = (line: Buffer): void => {
    if (host.condemned()) return;
    const text = strictUtf8(line);
    const message = text === undefined ? undefined : readMessage(text);
    if (message === undefined) {
      host.condemn(
        `it wrote ${text === undefined ? 'bytes that are not UTF-8' : 'something that is not host protocol 1'} on its protocol channel`,
      );
      return;
    }
    if ('method' in message) {
      const { id, ...progress } = message.params;
      waiting.get(id)?.onProgress?.(progress);
      return;
    }
    // Nobody waits for a second answer.
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if ('result' in message) request?.resolve(message.result);
    else request?.reject(errorOf(message.error));
  };

  const splitter = createLineSplitter(HOST_LINE_MAX_BYTES);
  host.output.on('data', (chunk: Buffer) => {
    const lines = splitter.push(chunk);
    if (lines === undefined) host.condemn(`it wrote a line of more than ${HOST_LINE_MAX_BYTES} bytes`);
    else lines.forEach(receive);
  });
  let closing: NodeJS.Timeout | undefined;
  for (const end of ['end', 'close'])
    host.output.once(end, () => {
      closing ??= setTimeout(() => host.condemn('it closed its protocol channel'), CLOSING_MS);
    });
  let ended: ToolbaseError | undefined;
  void host.ended.then(async () => {
    clearTimeout(closing);
    ended = await failure();
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  });

  return {
    notify,
    request: (message, onProgress) => {
      const id = (lastId += 1);
      const answer = new Promise<Json>((resolve, reject) => {
        if (ended === undefined) waiting.set(id, { resolve, reject, onProgress });
        else reject(ended);
      });
      notify(message(id));
      return { id, answer };
    },
  };
}

function readMessage(text: string): HostMessage | undefined {
  try {
    return hostMessage(JSON.parse(text));
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function errorOf(error: {
  message: string;
  data: { code: string; hint?: string | undefined };
}): ToolbaseError {
  const { code, hint } = error.data;
  return isErrorCode(code)
    ? new ToolbaseError(code, error.message, hint === undefined ? {} : { hint })
    : new ToolbaseError('OPERATION_FAILED', error.message);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);
