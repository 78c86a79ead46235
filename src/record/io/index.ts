export { type CallLogWriter, createCallLogWriter } from './call-log-writer.ts';
