/** A file of a folder of call logs. */
export interface LogFile {
  readonly name: string;
  readonly modifiedMs: number;
  readonly sizeBytes: number;
}

interface CallLogPruning {
  /** Names of the files that go: logs, and what their hosts printed. */
  readonly files: readonly string[];
  readonly removedLogs: number;
  /** Names of the logs that stay. */
  readonly keptLogs: readonly string[];
  /** A session that may still write runs: what it recorded cannot be told from what nobody needs. */
  readonly isInUse: boolean;
}

/** `<start>-<process id>.jsonl`, with the number of the session where a server has many, and `.hosts.log` beside it. */
const OWN_NAME = /^(\d{8}T\d{9}Z-(\d{1,10})(?:-\d+)?)\.(jsonl|hosts\.log)$/;

/** What of a folder of call logs goes: sessions of which no file has changed since, and whose process is gone. A file of
 * another name is nobody's, and stays.
 * @param isRunning whether there is a process of that id */
export function planCallLogPruning(
  found: readonly LogFile[],
  { untilMs, isRunning }: { readonly untilMs: number; readonly isRunning: (pid: number) => boolean },
): CallLogPruning {
  const sessions = new Map<string, { readonly pid: number; readonly files: LogFile[] }>();
  for (const file of found) {
    const [, session = '', pid] = OWN_NAME.exec(file.name) ?? [];
    if (pid === undefined) continue;
    const known = sessions.get(session) ?? { pid: Number(pid), files: [] };
    known.files.push(file);
    sessions.set(session, known);
  }
  const all = Array.from(sessions.values(), ({ pid, files }) => ({ files, runs: isRunning(pid) }));
  const isOver = ({ files, runs }: (typeof all)[number]): boolean =>
    !runs && files.every(({ modifiedMs }) => modifiedMs <= untilMs);
  const files = all.filter(isOver).flatMap((session) => session.files.map(({ name }) => name));
  const isLog = (name: string): boolean => name.endsWith('.jsonl');
  const gone = new Set(files);
  return {
    files,
    removedLogs: files.filter(isLog).length,
    keptLogs: found.map(({ name }) => name).filter((name) => isLog(name) && !gone.has(name)),
    isInUse: all.some(({ runs }) => runs),
  };
}
