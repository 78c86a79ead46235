export { archiveFormats } from './archive/index.ts';
export type { MachineTraces, PackageFinding } from './audit-package.ts';
export {
  type DiagnosedExternal,
  type DiagnosedHost,
  type DiagnosedSetting,
  type DiagnosedToolkit,
  problemsOf,
} from './diagnosis.ts';
export type { InstallStep } from './install-plan.ts';
export type { PackTree } from './link-toolkits.ts';
export type { LiveReport } from './live-report.ts';
export { loadoutPathOf } from './lock-path.ts';
export type { OnEvent, WorkflowEvent } from './workflow-event.ts';
export type { Asker } from './request-chain.ts';
