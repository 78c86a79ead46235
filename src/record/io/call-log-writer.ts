import { constants, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
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
}

/** Writes an append-only log with a hash chain; the file is made by the first call, and synced every second in which it
 * grew. One process writes a file.
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
      const { line, next } = callLine(entry, open.position);
      try {
        writeLine(open.handle.fd, `${line}\n`);
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
function writeLine(fd: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

async function openLog(file: string): Promise<OpenLog> {
  try {
    await makeFolder(path.dirname(file));
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;
    const handle = await open(file, flags, 0o600);
    try {
      return { handle, position: await endOf(file, handle) };
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

/** Where the chain goes on. What a killed writer left of a line is ended, and stays. */
async function endOf(file: string, handle: FileHandle): Promise<CallLogPosition> {
  const { size } = await handle.stat();
  if (size === 0) return { seq: 1, previous: CALL_LOG_START };
  const bytes = await readBounded(file, CONTINUED_MAX_BYTES);
  if (bytes.at(-1) !== LINE_FEED) await handle.appendFile('\n');
  return readCallLog(bytes).next;
}
