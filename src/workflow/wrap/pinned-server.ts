import type { EnvironmentSource, ExternalDeclaration } from '../../manifest/index.ts';
import type { InitFile } from '../init.ts';

/** A server's code as a toolkit can carry it: files, and packages that are pinned by hash. */
export type PinnedServer = {
  /** What was pinned, for people: "npm package x 1.2.3". */
  readonly origin: string;
  /** Version of that, when it has one. */
  readonly version?: string | undefined;
  /** Files of the toolkit below `server/`. */
  readonly files: readonly InitFile[];
  readonly command: string;
  /** Arguments that start the server; its own follow. */
  readonly args: readonly string[];
  /** The one environment, under the name `server`. */
  readonly environment?: EnvironmentSource | undefined;
  /** The program, when it could not be pinned. */
  readonly external?: { readonly name: string; readonly declaration: ExternalDeclaration } | undefined;
  /** What a reader has to know. */
  readonly notes: readonly string[];
};

/** `${environment.server}` of toolkit.yaml: the Python of the environment as a command, its folder in an argument. */
export const SERVER_ENVIRONMENT = '${environment.server}';
export const SERVER_FOLDER = '${toolkit}/server';
