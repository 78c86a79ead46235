import { ERROR_CODES, type ErrorCode, type ExitStatus } from './error-codes.ts';

/** What is sent where an error crosses a boundary (`--json`, MCP, records): never a stack trace. */
export type ErrorReport = { code: ErrorCode; message: string; hint?: string };

const BRAND = Symbol.for('toolbase.error');

/** The one error a user can meet. A plain `Error` means a bug of ours.
 * `message` says what is wrong with which thing (path, name, version); `hint` what to do about it. */
export class ToolbaseError extends Error {
  override readonly name = 'ToolbaseError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    // Messages quote outside text, and records and canonical JSON hold well-formed Unicode only.
    super(message.toWellFormed(), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint?.toWellFormed();
    // Bundles carry copies of this class, so identity is a registered symbol, not the prototype.
    Object.defineProperty(this, BRAND, { value: true });
  }

  get exitStatus(): ExitStatus {
    return ERROR_CODES[this.code];
  }

  report(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
    };
  }
}

/** True for a ToolbaseError of this or of another bundled copy of the class. */
export const isToolbaseError = (value: unknown): value is ToolbaseError =>
  value instanceof Error && (value as { [BRAND]?: unknown })[BRAND] === true;

/** The report of anything thrown. An unknown error becomes INTERNAL with its message but without its stack. */
export function reportOf(thrown: unknown): ErrorReport {
  if (isToolbaseError(thrown)) return thrown.report();
  return {
    code: 'INTERNAL',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    hint: 'This is a fault of toolbase; please report it with the command that led to it.',
  };
}

/** True for a Node system error with this `code` (`ENOENT`, …). */
export const isSystemError = (value: unknown, ...codes: string[]): value is NodeJS.ErrnoException =>
  value instanceof Error && 'code' in value && codes.includes(String(value.code));
