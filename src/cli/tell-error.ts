import { cleanText, ERROR_CODES, type ErrorReport } from '../kernel/index.ts';
import { terminalWidth } from './render/terminal-width.ts';
import { wrapProse } from './render/wrap-lines.ts';

const SHOWN_CHARS = 16_000;

const fitted = (text: string): string =>
  text
    .split('\n')
    .map((line) => wrapProse(line, terminalWidth(process.stderr)))
    .join('\n');

/** An error on standard error, or as JSON on standard output; its code fixes the exit status. A
 * message may quote files of anybody, so nothing that steers a terminal is printed. */
export function tellError(report: ErrorReport, asJson: boolean): void {
  if (asJson) process.stdout.write(`${JSON.stringify({ error: report }, undefined, 2)}\n`);
  else {
    const hint = report.hint === undefined ? '' : `\n  ${report.hint}`;
    const text = cleanText(`toolbase: ${report.code}: ${report.message}${hint}`, SHOWN_CHARS);
    process.stderr.write(`${process.stderr.isTTY ? fitted(text) : text}\n`);
  }
  process.exitCode = ERROR_CODES[report.code];
}
