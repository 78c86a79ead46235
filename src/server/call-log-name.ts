/** Name of a new call log: `<start>-<pid>.jsonl`, in UTC to the millisecond, so that names sort by time. */
export const callLogName = (startedAt: Date, pid: number): string =>
  `${startedAt.toISOString().replaceAll(/[-:.]/g, '')}-${pid}.jsonl`;
