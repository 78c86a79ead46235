import type { EnvironmentDeclaration } from '../manifest/index.ts';

/** An environment that an installed toolkit declares. */
export interface ToolkitEnvironment {
  /** Names it in messages: "environment py of grid". */
  readonly label: string;
  readonly declaration: EnvironmentDeclaration;
  /** Absolute folder of the toolkit's installed files, which hold the file that pins the packages. */
  readonly treeFolder: string;
}

/** Absolute paths of an environment's folder and, for a Python one, of its interpreter. */
export interface InstalledEnvironment {
  readonly root: string;
  readonly python?: string | undefined;
}

export type BuildStage = 'create' | 'install' | 'compile' | 'seal';

/** How far the building of an environment is. */
export interface EnvironmentEvent {
  readonly label: string;
  readonly stage: BuildStage;
  /** A line that the installer printed, made safe to show. */
  readonly line?: string;
}
