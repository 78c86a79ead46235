import { cleanText, ERROR_CODES, type ErrorReport } from '../kernel/index.ts';

const SHOWN_CHARS = 16_000;

/** An error on standard error, or as JSON on standard output; its code fixes the exit status. A
 * message may quote files of anybody, so nothing that steers a terminal is printed. */
export function tellError(report: ErrorReport, asJson: boolean): void {
  if (asJson) process.stdout.write(`${JSON.stringify({ error: report }, undefined, 2)}\n`);
  else {
    const hint = report.hint === undefined ? '' : `\n  ${report.hint}`;
    process.stderr.write(`${cleanText(`toolbase: ${report.code}: ${report.message}${hint}`, SHOWN_CHARS)}\n`);
  }
  process.exitCode = ERROR_CODES[report.code];
}
