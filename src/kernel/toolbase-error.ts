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

/** True when the fault is that a file is not there at all. One that is there and cannot be read is another matter: who takes
 * it for an absent one goes on without what it says, or writes over it. */
export function isAbsent(value: unknown): boolean {
  let at = value;
  for (let depth = 0; depth < 5 && isToolbaseError(at) && at.code === 'NOT_FOUND'; depth += 1) at = at.cause;
  return at !== value && isSystemError(at, 'ENOENT', 'ENOTDIR');
}

/** The report of anything thrown. An unknown error becomes INTERNAL with its message but without its stack. */
export function reportOf(thrown: unknown): ErrorReport {
  if (isToolbaseError(thrown)) return thrown.report();
  if (isFileFault(thrown)) {
    const { code, path, syscall = '' } = thrown;
    const read = /^(?:open|f?stat|lstat|statfs|access|realpath|readlink|scandir|opendir|read)$/.test(syscall);
    return FULL.includes(String(code)) || !read
      ? { code: 'NOT_WRITABLE', message: `${path} cannot be written (${code})`, hint: WRITE_HINT }
      : { code: 'NOT_FOUND', message: `${path} cannot be read (${code})` };
  }
  return {
    code: 'INTERNAL',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    hint: 'This is a fault of toolbase; please report it with the command that led to it.',
  };
}

const FULL = ['ENOSPC', 'EROFS', 'EDQUOT', 'EFBIG'];
const WRITE_HINT = 'Check the folder, its permissions and the space left.';

/** What a file system or its owner refuses, for a path that somebody named: never our own fault, wherever it came up. */
const isFileFault = (thrown: unknown): thrown is NodeJS.ErrnoException & { readonly path: string } =>
  isSystemError(thrown, 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM', 'EIO', 'ESTALE', ...FULL) &&
  typeof thrown.path === 'string';

/** True for a Node system error with this `code` (`ENOENT`, …). */
export const isSystemError = (value: unknown, ...codes: string[]): value is NodeJS.ErrnoException =>
  value instanceof Error && 'code' in value && codes.includes(String(value.code));
