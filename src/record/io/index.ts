export { checkCallObjects } from './check-call-objects.ts';
export { checkRecordFolder } from './check-record-folder.ts';
export { type CallLogWriter, createCallLogWriter } from './call-log-writer.ts';
export { type CallObjects, openCallObjects } from './call-objects.ts';
export {
  beginAttempt,
  nextAttemptNumber,
  type Quarantined,
  quarantineAttempt,
  quarantinedAttempts,
  quarantineInterrupted,
  sealAttempt,
  sealedAttempts,
} from './attempts.ts';
export { type PrunedCallLogs, pruneCallLogs } from './prune-call-logs.ts';
export { readGradeIfAny, writeGrade } from './grades.ts';
export { putObject } from './objects.ts';
export { readBenchmarkHint, readPlan, readPlanIfAny, writeLocalHints, writePlan } from './plan-file.ts';
export { readCallLogFile } from './read-call-log.ts';
export { recordPaths } from './record-paths.ts';
export { holdRunnerLock } from './runner-lock.ts';
