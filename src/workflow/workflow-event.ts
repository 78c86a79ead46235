import type { ToolkitName, Version } from '../kernel/index.ts';
import type { EnvironmentEvent } from '../store/index.ts';

/** What locking and installing tell while they work. */
export type WorkflowEvent =
  | { readonly kind: 'resolved'; readonly toolkits: number }
  | {
      readonly kind: 'fetched';
      readonly name: ToolkitName;
      readonly version: Version;
      readonly registry: string;
      readonly sizeBytes: number;
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly kind: 'installed';
      readonly name: ToolkitName;
      readonly version: Version;
      readonly path: string;
    }
  | ({ readonly kind: 'building' } & EnvironmentEvent)
  /** The lock there was could not be read; it is built again without regard to it. */
  | { readonly kind: 'lock-ignored'; readonly file: string; readonly reason: string };

export type OnEvent = (event: WorkflowEvent) => void;
