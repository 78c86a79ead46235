export { pack, type PackHosts, type PackRequest, type PackResult, type StagedServer } from './pack.ts';
