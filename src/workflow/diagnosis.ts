import type { ErrorReport } from '../kernel/index.ts';

/** A setting of a toolkit on this machine. */
export interface DiagnosedSetting {
  readonly name: string;
  readonly title: string;
  /** In words. */
  readonly wanted: string;
  readonly required: boolean;
  /** As it may be printed: of a secret where it is, never its value; null when there is none. */
  readonly value: string | number | boolean | null;
  /** File, variable or toolkit that it comes from. */
  readonly source: string | null;
  readonly problem: ErrorReport | null;
}

/** An external program of a toolkit on this machine. */
export interface DiagnosedExternal {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  /** Range of versions. */
  readonly wanted: string;
  readonly optional: boolean;
  readonly path: string | null;
  readonly version: string | null;
  /** What is wrong with it, in words; also of an optional one, which does not keep a loadout from running. */
  readonly fault: string | null;
  /** Command that would install it on this system. */
  readonly install: string | null;
  readonly problem: ErrorReport | null;
}

export interface DiagnosedEnvironment {
  readonly name: string;
  readonly kind: 'python' | 'npm';
  readonly state: 'present' | 'missing' | 'changed' | 'unknown';
  readonly problem: ErrorReport | null;
}

/** How the host of a toolkit is confined on this machine. */
export interface DiagnosedHost {
  /** Whether the settings ask for a sandbox. */
  readonly sandbox: boolean;
  /** Whether it reaches the network. */
  readonly network: boolean;
  readonly problem: ErrorReport | null;
}

/** A toolkit of a lock on this machine. Without its files nothing is known of its settings. */
export interface DiagnosedToolkit {
  readonly name: string;
  readonly version: string;
  readonly state: 'installed' | 'missing' | 'changed';
  readonly problem: ErrorReport | null;
  /** null: its files would have to say it. */
  readonly host: DiagnosedHost | null;
  readonly settings: readonly DiagnosedSetting[];
  readonly externals: readonly DiagnosedExternal[];
  readonly environments: readonly DiagnosedEnvironment[];
  /** Secrets that the environment of its server would hold, by variable. */
  readonly secretsInEnvironment: readonly { readonly variable: string; readonly setting: string }[];
}

/** All that keeps a toolkit from running here. */
export const problemsOf = (toolkit: DiagnosedToolkit): ErrorReport[] =>
  [
    toolkit,
    ...(toolkit.host === null ? [] : [toolkit.host]),
    ...toolkit.settings,
    ...toolkit.externals,
    ...toolkit.environments,
  ].flatMap(({ problem }) => problem ?? []);
