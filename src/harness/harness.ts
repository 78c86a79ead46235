import type { Digest, Json } from '../kernel/index.ts';
import type { Lock } from '../lockfile/index.ts';
import type { Evidence } from '../record/index.ts';
import type { Script } from './scripted/script.ts';

/** A harness that is ready to run. One member a kind. */
export type Harness = {
  readonly kind: 'scripted';
  readonly version: string;
  /** Of its configuration. */
  readonly digest: Digest;
  /** The configuration, as the record keeps it. */
  readonly configuration: Json;
  readonly script: Script;
};

/** A lock that is to be attached, and where it is on this machine. */
export type Loadout = { readonly lock: Lock; readonly path: string };

/** How `toolbase` is started: a program and its first arguments, to which `serve …` is added. */
export type ServeCommand = {
  readonly command: string;
  readonly args: readonly string[];
  /** Results of deterministic operations may come from the cache, and are then marked; off unless a campaign says so. */
  readonly resultCache?: boolean;
  /** Machine values of a whole run, each for the servers whose lock has its toolkit. */
  readonly values?: readonly ServeValue[];
};

/** A value of one toolkit, as words for `serve`: `--set`, `grid.n_threads=4`. */
export type ServeValue = { readonly toolkit: string; readonly words: readonly [flag: string, value: string] };

/** The words that are added for one loadout. */
export const serveValues = ({ values = [], resultCache }: ServeCommand, { lock }: Loadout): string[] => [
  ...values.flatMap(({ toolkit, words }) => (Object.hasOwn(lock.toolkits, toolkit) ? words : [])),
  ...(resultCache === true ? ['--cache', 'on'] : []),
];

/** What a harness is given for one trial. */
export type HarnessInput = {
  readonly workspace: string;
  readonly prompt: string;
  readonly seed: number;
  readonly loadout: Loadout | undefined;
  readonly serve: ServeCommand;
  /** File to which the server appends a line a call. */
  readonly callLog: string;
  /** Aborted when a limit is reached or the campaign is cancelled. */
  readonly signal: AbortSignal;
  /** Receives the raw event stream. */
  readonly emit: (event: Json) => void;
};

/** How a harness ended. `stopped`: by the signal; whoever aborted it knows why. `not_ready`: by the signal too, before the
 * agent could begin. */
export type HarnessEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'not_ready'; readonly evidence: Evidence }
  | { readonly kind: 'agent_error'; readonly evidence: Evidence }
  | { readonly kind: 'loadout_missing'; readonly evidence: Evidence }
  | { readonly kind: 'server_failed'; readonly evidence: Evidence }
  | { readonly kind: 'workspace_failed'; readonly evidence: Evidence };
