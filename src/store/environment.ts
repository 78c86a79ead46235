import type { EnvironmentDeclaration } from '../manifest/index.ts';
import type { Interpreter } from './environment-record.ts';

/** An environment that an installed toolkit declares. */
export interface ToolkitEnvironment {
  /** Names it in messages: "environment py of grid". */
  readonly label: string;
  readonly declaration: EnvironmentDeclaration;
  /** Absolute folder of the toolkit's installed files, which hold the file that pins the packages. */
  readonly treeFolder: string;
}

/** The environments that a toolkit declares, by name. @param treeFolder absolute folder of its files */
export const toolkitEnvironments = (
  toolkit: string,
  declared: Readonly<Record<string, EnvironmentDeclaration>>,
  treeFolder: string,
): [name: string, environment: ToolkitEnvironment][] =>
  Object.entries(declared).map(([name, declaration]) => [
    name,
    { label: `environment ${name} of ${toolkit}`, declaration, treeFolder },
  ]);

/** Absolute paths of an environment's folder and, for a Python one, of its interpreter. */
export interface InstalledEnvironment {
  readonly root: string;
  readonly python?: string | undefined;
}

/** An environment in the store, whichever toolkits it is for. */
export interface StoredEnvironment {
  /** Its identity. */
  readonly key: string;
  readonly kind: EnvironmentDeclaration['kind'];
  readonly interpreter: Interpreter;
  /** Absolute. */
  readonly folder: string;
  /** When it was last built or installed. */
  readonly installedAt: string;
}

export type BuildStage = 'create' | 'install' | 'compile' | 'seal';

/** How far the building of an environment is. */
export interface EnvironmentEvent {
  readonly label: string;
  readonly stage: BuildStage;
  /** A line that the installer printed, made safe to show. */
  readonly line?: string;
}
