export type { InstallStep } from './install-plan.ts';
export type { OnEvent, WorkflowEvent } from './workflow-event.ts';
