import type { HostStepTaken } from '../../host/io/index.ts';
import type { ToolkitName } from '../../kernel/index.ts';

/** Sees what the hosts of a session do. */
export interface HostWatch {
  readonly step: (toolkit: ToolkitName, step: HostStepTaken) => void;
  /** A call is handed to a host. @returns to be called when it ended */
  readonly call: (toolkit: ToolkitName) => () => void;
}
