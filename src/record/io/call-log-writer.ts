import { constants, fstatSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError, ToolbaseError } from '../../kernel/index.ts';
import { makeFolder, notWritable, readBounded } from '../../kernel/io/index.ts';
import { type CallEntry, callLine, CALL_LOG_START, type CallLogPosition } from '../call-log.ts';
import { readCallLog } from '../check-call-log.ts';

/** A log that is continued is read once, to find where its chain ends. */
const CONTINUED_MAX_BYTES = 256 * 1024 * 1024;

/** What a power cut may take. */
const SYNC_EVERY_MS = 1000;

const LINE_FEED = 10;

export interface CallLogWriter {
  /** Opens the file, so that a call is not run that could not be logged. @throws ToolbaseError NOT_WRITABLE */
  readonly open: () => Promise<void>;
  /** Appends one line, written before it returns. @throws ToolbaseError NOT_WRITABLE */
  readonly append: (entry: CallEntry) => Promise<void>;
  /** Makes the lines durable and closes the file. @throws ToolbaseError NOT_WRITABLE */
  readonly close: () => Promise<void>;
}

interface OpenLog {
  readonly handle: FileHandle;
  position: CallLogPosition;
  /** Of the file, as this process left it. */
  sizeBytes: number;
}

/** Writes an append-only log with a hash chain; the file is made by the first call, and synced every second in which it
 * grew. Other processes may write to it meanwhile, such as a second server of one configuration: their lines are followed.
 * @param onFault sees a sync that failed   @param syncEveryMs between syncs */
export function createCallLogWriter(
  file: string,
  onFault: (thrown: unknown) => void = () => undefined,
  syncEveryMs = SYNC_EVERY_MS,
): CallLogWriter {
  let log: Promise<OpenLog> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let syncing = Promise.resolve();
  const opened = (): Promise<OpenLog> =>
    (log ??= openLog(file).catch((thrown: unknown) => {
      log = undefined;
      throw thrown;
    }));

  const sync = (handle: FileHandle): void => {
    timer = undefined;
    syncing = syncing.then(() => handle.datasync()).catch(onFault);
  };
  /** A line of which only a part was written is ended by whoever opens the file again. */
  const abandon = async (): Promise<void> => {
    const broken = log;
    log = undefined;
    clearTimeout(timer);
    timer = undefined;
    await syncing;
    await (await broken)?.handle.close();
  };

  return {
    open: async () => {
      await opened();
    },
    append: async (entry) => {
      const open = await opened();
      await followOthers(file, open);
      const { line, next } = callLine(entry, open.position);
      try {
        open.sizeBytes += writeLine(open.handle.fd, `${line}\n`);
      } catch (cause) {
        await abandon();
        throw notWritable(file, cause);
      }
      open.position = next;
      timer ??= setTimeout(sync, syncEveryMs, open.handle).unref();
    },
    close: async () => {
      clearTimeout(timer);
      // A log that could not be opened has told its callers.
      const open = await log?.catch(() => undefined);
      log = undefined;
      await syncing;
      try {
        await open?.handle.sync();
      } catch (cause) {
        throw notWritable(file, cause);
      } finally {
        await open?.handle.close();
      }
    },
  };
}

/** In one synchronous write: calls that end together cannot mix their lines, and a kill cannot tear one. A disk that
 * fills up takes a part of it. */
function writeLine(fd: number, line: string): number {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
  return bytes.length;
}

/** Nothing of this process comes between the last look at the size and the line that is written then. */
async function followOthers(file: string, open: OpenLog): Promise<void> {
  while (fstatSync(open.handle.fd).size !== open.sizeBytes)
    Object.assign(open, await endOf(file, open.handle));
}

async function openLog(file: string): Promise<OpenLog> {
  try {
    await makeFolder(path.dirname(file));
    // A pipe would be waited for, and the process could not even end.
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;
    const handle = await open(file, flags, 0o600);
    try {
      if ((await handle.stat()).isFIFO()) throw isPipe(file);
      return { handle, ...(await endOf(file, handle)) };
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  } catch (cause) {
    throw isSystemError(cause, 'ENXIO') ? isPipe(file, cause) : notWritable(file, cause);
  }
}

const isPipe = (file: string, cause?: unknown): ToolbaseError =>
  new ToolbaseError('NOT_WRITABLE', `${file} is a pipe or a socket, and a call log is a file`, { cause });

/** Where the chain goes on. What a killed writer left of a line is ended, and stays.
 * @throws ToolbaseError ALREADY_EXISTS for a file of something else */
async function endOf(file: string, handle: FileHandle): Promise<Omit<OpenLog, 'handle'>> {
  const { size } = await handle.stat();
  if (size === 0) return { position: { seq: 1, previous: CALL_LOG_START }, sizeBytes: 0 };
  const bytes = await readBounded(file, CONTINUED_MAX_BYTES);
  const { lines, next } = readCallLog(bytes);
  if (lines.length === 0 && !mayBegin(bytes))
    throw new ToolbaseError('ALREADY_EXISTS', `${file} is there already, and is no call log`, {
      hint: 'Name a file that is new, or a call log to be continued. Nothing was written.',
    });
  if (bytes.at(-1) === LINE_FEED) return { position: next, sizeBytes: bytes.length };
  await handle.appendFile('\n');
  return { position: next, sizeBytes: bytes.length + 1 };
}

/** The first bytes of every line. */
const LINE_START = Buffer.from('{"formatVersion":1,');

/** Whether it may be what a writer that was killed has left of a first line. */
function mayBegin(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, LINE_START.length);
  return LINE_START.subarray(0, head.length).equals(head);
}
