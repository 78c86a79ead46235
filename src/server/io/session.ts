import type { HostCall, HostLimits } from '../../host/io/index.ts';
import type { ExposedPrompt, Lock, ToolObject } from '../../lockfile/index.ts';
import type { CallOutcome } from '../call-outcome.ts';
import type { ListedResource } from '../resources.ts';
import type { JsonObject } from '../schema-checker.ts';
import type { Consent } from '../policy.ts';
import type { PolicyFlag } from '../policy-flags.ts';
import type { Policy } from '../../machine/index.ts';
import type { JobRegistry } from './job-registry.ts';
import type { HostWatch } from './host-watch.ts';
import type { SettingsPlaces } from './session-machine.ts';
import type { Materials } from './materials.ts';

export interface SessionParts {
  readonly lock: Lock;
  /** Absolute folder of the store. */
  readonly storeDir: string;
  /** Absolute real path of a folder that exists. */
  readonly workspace: string;
  readonly callLogFile: string;
  readonly settings: SettingsPlaces;
  readonly limits?: HostLimits | undefined;
  readonly policies?: readonly PolicyFlag[] | undefined;
  /** Arguments, results and input files are kept beside the call log. */
  readonly record?: boolean | undefined;
  /** Where results of deterministic operations are kept, and whether; undefined: as the settings say. */
  readonly cache?: { readonly folder: string; readonly use: boolean | undefined } | undefined;
  /** Of whoever made it, who also closes it; default: of this session. */
  readonly jobs?: JobRegistry | undefined;
  /** Sees the files that each call wrote, relative to the workspace. */
  readonly onFiles?: ((files: readonly string[]) => void) | undefined;
  /** Sees each line that a host prints. */
  readonly onHostLog?: ((toolkit: string, line: string) => void) | undefined;
  readonly watch?: HostWatch | undefined;
  /** Sees faults of our own, which a client is told by their code alone. */
  readonly onFault: (message: string) => void;
}

/** What goes with one call. */
export interface CallOptions extends Pick<HostCall, 'signal' | 'onProgress'> {
  /** What the user said, for an operation whose policy is to ask. */
  readonly consent?: Consent;
  /** Of the trace that the call belongs to, by W3C Trace Context. */
  readonly traceparent?: string | undefined;
}

/** What is listed comes from the lock alone; the rest is loaded when it is asked for. */
export interface Readable {
  readonly resources: readonly ListedResource[];
  readonly hasSkills: boolean;
  /** Sorted by name. */
  readonly prompts: readonly ExposedPrompt[];
  readonly materials: () => Promise<Materials>;
  /** Files that operations of this session wrote, the latest last. */
  readonly produced: () => readonly string[];
}

/** The operations of a lock, ready to be called: what every front (MCP, command line) uses. No host is started before
 * the first call to its toolkit. */
export interface Session {
  readonly tools: readonly ToolObject[];
  readonly instructions: string;
  readonly knows: (name: string) => boolean;
  /** What a client may read beside calling; none of a session whose operations change. */
  readonly readable?: Readable | undefined;
  /** Whether a call is made. @throws ToolbaseError BAD_SETTINGS and what else reading settings throws */
  readonly policyOf: (name: string) => Promise<Policy>;
  /** Never throws: an unknown name is an outcome too. */
  readonly call: (name: string, args: JsonObject, options?: CallOptions) => Promise<CallOutcome>;
  /** Starts the hosts before they are called. Never throws: why one does not start is told to whoever calls it. */
  readonly warm: () => Promise<void>;
  /** How many jobs work on while nobody asks. */
  readonly runningJobs: () => number;
  /** Stops the hosts, completes the call log. */
  readonly close: () => Promise<void>;
}
