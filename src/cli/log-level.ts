import { cleanText, LOG_LEVELS, type LogLevel } from '../kernel/index.ts';
import { onTrace } from '../kernel/io/index.ts';

const SHOWN_CHARS = 2000;

let chosen: LogLevel = 'info';

/** What this process tells on standard error. */
export const logLevel = (): LogLevel => chosen;

/** Set once, when the flags were read. @param word value of the flag, which was checked then */
export function setLogLevel(word: unknown): void {
  chosen = LOG_LEVELS.find((level) => level === word) ?? chosen;
  if (chosen !== 'debug') return;
  onTrace(({ topic, text }) => {
    process.stderr.write(`toolbase: debug: ${cleanText(`${topic}: ${text}`, SHOWN_CHARS)}\n`);
  });
}
