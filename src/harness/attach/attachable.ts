import type { Json } from '../../kernel/index.ts';

/** Whose configuration: the user's own, or the project's. */
export type AttachScope = 'user' | 'project';

/** Where configuration lives on this machine. All paths are absolute. */
export interface ConfigPlaces {
  readonly homeDir: string;
  /** `XDG_CONFIG_HOME`, else `~/.config`. */
  readonly configDir: string;
  readonly projectDir: string;
  readonly platform: 'linux' | 'darwin';
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a harness starts the server. */
export interface ServerLaunch {
  /** Absolute. */
  readonly command: string;
  readonly args: readonly string[];
  /** Variables with their values: only paths, never a secret. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of the user's variables that the server needs, for a harness that hands on only what is named. */
  readonly passed: readonly string[];
}

/** An agent program that a locked interface can be attached to: where it keeps its servers, and in what shape. */
export interface Attachable {
  /** As it calls itself. */
  readonly title: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** Keys that lead to its table of servers. */
  readonly serversAt: readonly [string, ...string[]];
  /** Candidates for its file, by scope: the first that exists counts, else the first is made. */
  readonly files: Readonly<
    Partial<Record<AttachScope, (places: ConfigPlaces) => readonly [string, ...string[]]>>
  >;
  /** The folder of its skills. */
  readonly skills: Readonly<Partial<Record<AttachScope, (places: ConfigPlaces) => string>>>;
  /** It starts servers with the project's folder as working directory. */
  readonly startsInProject: boolean;
  /** What it replaces by something else in the words of an entry. */
  readonly expands?: RegExp;
  /** The value under the server's name. */
  readonly entry: (launch: ServerLaunch) => Record<string, Json>;
  /** Why this document is none of its own, when it is not. */
  readonly refuses?: (document: Json) => string | undefined;
  /** What is left for the user to do. */
  readonly afterwards: string;
}

/** An hour: operations may be long, and the server bounds each by its own limit. */
export const CALL_TIMEOUT_MS = 3_600_000;

/** For the start of the server, which takes well under a second on an idle machine. */
export const START_TIMEOUT_MS = 60_000;

/** `{env: …}` when there is something in it: several harnesses warn of an empty one. */
export const envEntry = (
  key: string,
  variables: Readonly<Record<string, string>>,
): Record<string, Record<string, string>> =>
  Object.keys(variables).length === 0 ? {} : { [key]: { ...variables } };

/** The variables, with those that are handed on written in the harness's own notation. */
export const withPassed = (
  { variables, passed }: ServerLaunch,
  notation: (name: string) => string,
): Record<string, string> => ({
  ...Object.fromEntries(passed.map((name) => [name, notation(name)])),
  ...variables,
});
