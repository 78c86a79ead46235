import type { Json } from '../../kernel/index.ts';
import type { JsonObject, ModelCall, ModelRequest, OfferedTool } from '../../wire/index.ts';
import type { ServerLaunch } from '../attach/attachable.ts';

/** What a harness is started for. All folders are absolute and exist. */
export interface LaunchRequest {
  /** Its home for this run: empty, nobody else's. */
  readonly homeDir: string;
  readonly workspace: string;
  readonly prompt: string;
  /** Address of the model, without a path: `http://127.0.0.1:4141`. */
  readonly modelUrl: string;
  /** Sent as the key of the provider. Any tool that the agent runs can read it. */
  readonly apiKey: string;
  /** Name of the model; the program's own default where it is left out and has one. */
  readonly model: string | undefined;
  /** How it starts the server of the loadout. */
  readonly server: { readonly name: string; readonly launch: ServerLaunch };
  /** `direct`: the loadout's tools are put before the model at once. `own`: as the program does by itself. */
  readonly tools: 'direct' | 'own';
}

/** What to write, and what to run. */
export interface Launch {
  readonly args: readonly string[];
  /** Added to the few variables that every program gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Files to be written first, by absolute path. */
  readonly files: Readonly<Record<string, string>>;
}

/** A tool of the harness itself that the scripted model calls. */
export type OwnCall = { readonly name: string; readonly arguments: JsonObject };

/** A harness that runs to its end without a person, against any model server that it is pointed to. Pure. */
export interface Launchable {
  readonly title: string;
  /** Name on PATH. */
  readonly program: string;
  /** npm package that installs it. */
  readonly npmPackage: string;
  readonly launch: (request: LaunchRequest) => Launch;
  /** The name under which a model is to see an operation. */
  readonly seenName: (server: string, exposed: string) => Pick<OfferedTool, 'name' | 'namespace'>;
  /** Arguments that it adds to the tools of every server, for its own use. */
  readonly addedArguments: readonly string[];
  /** How a model comes by tools that are not put before it at once, when this request says so. */
  readonly deferral: (request: ModelRequest) => 'tool search' | 'code mode' | undefined;
  /** Writes a file of the workspace with the harness's own means. @param file absolute */
  readonly writeFile: (file: string, text: string) => OwnCall;
  /** Runs a line of shell. */
  readonly shell: (line: string) => OwnCall;
}

/** Every tool with this name, of those that were offered. */
export const findTool = (
  { tools }: Pick<ModelRequest, 'tools'>,
  { name, namespace }: Pick<OfferedTool, 'name' | 'namespace'>,
): OfferedTool | undefined => tools.find((tool) => tool.name === name && tool.namespace === namespace);

export const jsonFile = (value: Json): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A word of a POSIX shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call of an own tool, as a model makes it. */
export const ownCall = (call: OwnCall, id: string): ModelCall => ({ id, ...call });
