import { logLevel } from '../log-level.ts';
import { visibleText } from './visible-text.ts';

/** Where progress goes: standard error, and only when a person is looking at it. */
export interface Progress {
  /** Replaces the current line. */
  update(line: string): void;
  /** Clears the line, so that what is printed next stands alone. */
  done(): void;
}

/** One self-overwriting line on a terminal; nothing at all elsewhere, so that logs stay clean, nor at another log level. */
export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || logLevel() !== 'info') return { update: () => undefined, done: () => undefined };
  return {
    // It may hold words of an installer or an operation.
    update: (text) => {
      const line = visibleText(text.replaceAll(/\s+/g, ' '));
      const width = Math.max(20, stream.columns);
      stream.write(`\r\u001b[2K${line.length < width ? line : `${line.slice(0, width - 2)}…`}`);
    },
    done: () => {
      stream.write('\r\u001b[2K');
    },
  };
}
