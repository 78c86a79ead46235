import { ERROR_CODES, type ErrorReport } from '../kernel/index.ts';

/** An error on standard error, or as JSON on standard output; its code fixes the exit status. */
export function tellError(report: ErrorReport, asJson: boolean): void {
  if (asJson) process.stdout.write(`${JSON.stringify({ error: report }, undefined, 2)}\n`);
  else {
    const hint = report.hint === undefined ? '' : `\n  ${report.hint}`;
    process.stderr.write(`toolbase: ${report.code}: ${report.message}${hint}\n`);
  }
  process.exitCode = ERROR_CODES[report.code];
}
