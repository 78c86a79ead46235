import { readBounded } from '../../kernel/io/index.ts';
import { type CallLogReading, readCallLog } from '../check-call-log.ts';

const LOG_MAX_BYTES = 1_000_000_000;

/** @throws ToolbaseError NOT_FOUND, FILE_TOO_LARGE */
export const readCallLogFile = async (file: string): Promise<CallLogReading> =>
  readCallLog(await readBounded(file, LOG_MAX_BYTES));
