export type { InstallStep } from './install-plan.ts';
export { loadoutPathOf, lockPathOf } from './lock-path.ts';
export { type OpenedToolkit, openToolkit } from './open-toolkit.ts';
export type { OnEvent, WorkflowEvent } from './workflow-event.ts';
