export { createLock, type LockRequest, type LockResult } from './create-lock.ts';
export { describeServer, type ServerSurroundings } from './describe-server.ts';
export { install } from './install.ts';
export { init, type InitResult } from './init.ts';
export { pack, type PackHosts, type PackRequest, type PackResult } from './pack.ts';
export { publish, type PublishOptions, type PublishResult } from './publish.ts';
export { verify, type VerifyReport } from './verify.ts';
export { readSource } from './read-source.ts';
