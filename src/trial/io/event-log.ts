import { type FileHandle, open } from 'node:fs/promises';
import type { Json } from '../../kernel/index.ts';

/** The raw event stream of a harness: JSON Lines, each with the milliseconds since the start. */
export type EventLog = { readonly emit: (event: Json) => void; readonly close: () => Promise<void> };

/** Opens an event log. Lines are written in order; a failure to write is raised by `close`. */
export async function openEventLog(file: string, elapsedMs: () => number): Promise<EventLog> {
  const handle: FileHandle = await open(file, 'wx');
  let written: Promise<unknown> = Promise.resolve();
  const emit = (event: Json): void => {
    const line = `${JSON.stringify({ atMs: Math.round(elapsedMs()), event })}\n`;
    written = written.then(async () => await handle.appendFile(line));
    // Raised by close; without this Node would end the process at once.
    written.catch(() => undefined);
  };
  const close = async (): Promise<void> => {
    try {
      await written;
    } finally {
      await handle.close();
    }
  };
  return { emit, close };
}
