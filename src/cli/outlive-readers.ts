/** Goes on when nobody reads standard error any more: what is told there is beside the work. */
export function outliveReaders(): void {
  process.stderr.on('error', () => undefined);
}
