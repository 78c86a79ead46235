import type { Settings } from './settings.ts';

/** Where a value may come from, weakest first. */
export type LayerName = 'default' | FileLayer['name'] | 'environment' | 'flag';

/** A settings file that was read. */
export interface FileLayer {
  readonly name: 'user' | 'project' | 'private';
  readonly file: string;
  /** Only its owner may read it: a secret may stand in it. */
  readonly ownerOnly: boolean;
  readonly settings: Settings;
}

/** A value given to one command: of a setting or of an external's path. */
export interface Assignment {
  readonly toolkit: string;
  readonly name: string;
  readonly value: string;
}

/** The flags that give values to one command, as `<toolkit>.<name>=<value>`. */
export const FLAG_NAMES = { settings: '--set', externals: '--external' } as const;

/** All that this machine, project and command say. */
export interface MachineLayers {
  /** Weakest first. */
  readonly files: readonly FileLayer[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: { readonly settings: readonly Assignment[]; readonly externals: readonly Assignment[] };
  /** What `~` stands for. */
  readonly homeDir: string | undefined;
}

/** Where a value stands: the layer, and the file, variable or flag. */
export interface Origin {
  readonly layer: LayerName;
  readonly source: string;
}
