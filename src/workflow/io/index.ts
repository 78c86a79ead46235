export { approve, type Approval } from './approve.ts';
export type { LiveSurroundings } from './ask-hosts.ts';
export { type Addition, addToolkits, type LoadoutChange, removeToolkits } from './change-loadout.ts';
export type { LockCollaborators } from './choose-versions.ts';
export { createLock, type LockRequest, type LockResult } from './create-lock.ts';
export { manifestsOf, newestInstalled } from './declared-toolkits.ts';
export { describeServer, type ServerSurroundings } from './describe-server.ts';
export { type Explanation, explainChoice, type TriedVerdict } from './explain-choice.ts';
export { install } from './install.ts';
export { init, type InitResult } from './init.ts';
export { lint, type LintReport } from './lint.ts';
export { outdated, type OutdatedReport } from './outdated.ts';
export { initFromMcp, type WrapRequest, type WrapResult } from './wrap/init-from-mcp.ts';
export { pack, type PackHosts, type PackRequest, type PackResult } from './pack.ts';
export { type PackedFolder, publish, type PublishOptions, type PublishResult } from './publish.ts';
export { verify, type VerifyReport } from './verify.ts';
export { readSource } from './read-source.ts';
export { EXPORT_FORMATS, exportLoadout, type ExportResult } from './export-loadout.ts';
export { importArchive, type ImportResult, installArchive, readArchive } from './import-archive.ts';
export { verifyLive } from './verify-live.ts';
export { type ToolkitView, viewToolkit } from './view.ts';
export { diagnoseLock } from './diagnose-lock.ts';
export {
  diagnoseMachine,
  type MachineDiagnosis,
  type ReachedRegistry,
  reachRegistries,
} from './diagnose-machine.ts';
export { type ImportedToolkit, importTarballs } from './import-tarballs.ts';
export { type CheckedEntry, listStore, type StoreListing, verifyStore } from './list-store.ts';
export { pruneStore, type PruneReport } from './prune-store.ts';
export { develop } from './develop.ts';
