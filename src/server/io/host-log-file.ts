import { createWriteStream, type WriteStream } from 'node:fs';
import { cleanText } from '../../host/index.ts';

/** What the hosts of a session print, kept beside its call log. */
export interface HostLogFile {
  readonly add: (toolkit: string, line: string) => void;
  readonly close: () => Promise<void>;
}

const KEPT_MAX_BYTES = 4 * 1024 * 1024;
const LINE_MAX_CHARS = 2000;

/** `calls.jsonl` has its hosts' words in `calls.hosts.log`. Made by the first line, and readable by its owner alone: a host
 * may print what it was given. A host that floods it finds it full, and goes on. */
export function createHostLogFile(callLogFile: string): HostLogFile {
  const file = `${callLogFile.replace(/\.jsonl$/, '')}.hosts.log`;
  let stream: WriteStream | undefined;
  let keptBytes = 0;
  const open = (): WriteStream => {
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 });
    // A log that cannot be written keeps nobody from computing.
    opened.on('error', () => undefined);
    return opened;
  };
  return {
    add: (toolkit, line) => {
      if (keptBytes > KEPT_MAX_BYTES) return;
      const text = `${new Date().toISOString()} ${toolkit}: ${cleanText(line, LINE_MAX_CHARS)}\n`;
      keptBytes += Buffer.byteLength(text);
      stream ??= open();
      stream.write(keptBytes > KEPT_MAX_BYTES ? 'further lines are not kept\n' : text);
    },
    close: () =>
      new Promise((resolve) => {
        if (stream === undefined || stream.destroyed) resolve();
        else stream.end(resolve);
      }),
  };
}
