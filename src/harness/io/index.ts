export { type AttachResult, attach, detach } from './attach/attach.ts';
export { type AttachmentRecords, openAttachmentRecords } from './attach/records.ts';
export { loadHarness } from './load-harness.ts';
export { runHarness } from './run-harness.ts';
export { probe } from './probe/probe.ts';
