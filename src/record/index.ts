export {
  argumentsDigest,
  type CallEntry,
  type CallFile,
  CallLine,
  resultDigest,
} from './call-log.ts';
export { type CallLogReading, readCallLog } from './check-call-log.ts';
