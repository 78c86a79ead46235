import { constants, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { notWritable, readBounded, makeFolder } from '../../kernel/io/index.ts';
import { type CallEntry, callLine, CALL_LOG_START, type CallLogPosition } from '../call-log.ts';
import { readCallLog } from '../check-call-log.ts';

/** A log that is continued is read once, to find where its chain ends. */
const CONTINUED_MAX_BYTES = 256 * 1024 * 1024;

const LINE_FEED = 10;

export interface CallLogWriter {
  /** Opens the file, so that a call is not run that could not be logged. @throws ToolbaseError NOT_WRITABLE */
  readonly open: () => Promise<void>;
  /** Appends one line, written before it returns. @throws ToolbaseError NOT_WRITABLE */
  readonly append: (entry: CallEntry) => Promise<void>;
  /** Makes the lines durable and closes the file. */
  readonly close: () => Promise<void>;
}

interface OpenLog {
  readonly handle: FileHandle;
  position: CallLogPosition;
}

/** Writes an append-only log with a hash chain; the file is made by the first call. One process writes a file. */
export function createCallLogWriter(file: string): CallLogWriter {
  let log: Promise<OpenLog> | undefined;
  const opened = (): Promise<OpenLog> => (log ??= openLog(file));

  return {
    open: async () => {
      await opened();
    },
    append: async (entry) => {
      const open = await opened();
      const { line, next } = callLine(entry, open.position);
      try {
        // In one synchronous write: calls that end together cannot mix their lines, and a kill cannot tear one.
        writeSync(open.handle.fd, `${line}\n`);
      } catch (cause) {
        throw notWritable(file, cause);
      }
      open.position = next;
    },
    close: async () => {
      // A log that could not be opened has told its callers.
      const open = await log?.catch(() => undefined);
      log = undefined;
      await open?.handle.sync();
      await open?.handle.close();
    },
  };
}

async function openLog(file: string): Promise<OpenLog> {
  try {
    await makeFolder(path.dirname(file));
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;
    const handle = await open(file, flags, 0o600);
    const { size } = await handle.stat();
    if (size === 0) return { handle, position: { seq: 1, previous: CALL_LOG_START } };
    const bytes = await readBounded(file, CONTINUED_MAX_BYTES);
    const { next } = readCallLog(bytes);
    if (bytes.at(-1) !== LINE_FEED) await handle.appendFile('\n');
    return { handle, position: next };
  } catch (cause) {
    throw notWritable(file, cause);
  }
}
