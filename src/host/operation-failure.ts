import { ERROR_CODES, type ErrorCode, isToolbaseError } from '../kernel/index.ts';
import { cleanText } from './clean-text.ts';

/** Why a call did not give a value, as it crosses from the host to the server and on to the client. */
export interface OperationFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

const MESSAGE_MAX_CHARS = 4000;

/** What an operation threw, as its caller may read it. A ToolbaseError keeps code and hint; anything else becomes
 * OPERATION_FAILED, or OPERATION_CRASHED when the language threw it, with its message alone: no stack, and no absolute path outside the workspace, since a library's
 * message may name files of the machine. Paths inside are told relative to the workspace. */
export function operationFailure(thrown: unknown, workspace: string): OperationFailure {
  if (isToolbaseError(thrown) && thrown.code in ERROR_CODES) {
    const say = (text: string): string => cleanText(relativeTo(workspace, text), MESSAGE_MAX_CHARS);
    return {
      code: thrown.code,
      message: say(thrown.message),
      ...(thrown.hint === undefined ? {} : { hint: say(thrown.hint) }),
    };
  }
  const said = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  const message = redactPaths(said, workspace, MESSAGE_MAX_CHARS);
  return isFaultOfCode(thrown)
    ? { code: 'OPERATION_CRASHED', message, hint: FAULT_HINT }
    : { code: 'OPERATION_FAILED', message };
}

const FAULT_HINT = "This is a fault of the toolkit's code, not of the arguments: tell its author.";

/** Nobody throws these to refuse an input; a RangeError also ends what recurses without end. */
const isFaultOfCode = (thrown: unknown): boolean =>
  thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError;

/** Cleans a text, tells workspace paths relative to it and blanks every other absolute path. */
export const redactPaths = (text: string, workspace: string, maxChars: number): string =>
  cleanText(relativeTo(workspace, text).replace(ABSOLUTE_PATH, '$1(a path outside the workspace)'), maxChars);

const relativeTo = (workspace: string, text: string): string =>
  text.replaceAll(`${workspace}/`, '').replaceAll(workspace, '.');

// At the start, or after a space, quote, bracket or one of `=:,`: a path of two parts or more, or a file URL.
const ABSOLUTE_PATH = /(^|[\s'"`(<[{=:,])(?:file:\/\/)?\/[^\s'"`()<>[\]{}/:,]+(?:\/[^\s'"`()<>[\]{}:,]*)+/g;
