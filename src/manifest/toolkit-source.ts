import { z } from 'zod';
import { KebabName, OperationName, PackagePath } from '../kernel/index.ts';
import { Effects } from './effects.ts';
import { EnvironmentSource } from './environment-declaration.ts';
import { Limits } from './limits.ts';
import { modelText } from './model-text.ts';
import { ExternalDeclaration, SettingDeclaration, SettingName } from './settings-declaration.ts';

const COMMAND = String.raw`node|\$\{(?:external|environment)\.[a-z][a-z0-9-]*\}`;

// No program can be given a NUL.
const Word = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0'), 'must not hold a NUL character');

const program = {
  /** May hold `${toolkit}`, `${workspace}`, `${setting.NAME}`, `${external.NAME}` and `${environment.NAME}` (its folder). */
  args: z.array(Word).max(64).default([]),
  /** The one place where a setting, also a sensitive one, may enter an environment. */
  env: z.record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), Word).default({}),
};

/** Whether the host needs the network. In a sandbox it gets it only when the user allows it too. */
const network = z.boolean().optional();

/** How a toolkit's operations are run. `node`: an ES module exporting `toolkit`; `mcp`: a stdio MCP server; `exec`: a
 * program that is started for each call. */
export const HostSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('node'), entry: PackagePath, network }),
  z.strictObject({
    kind: z.literal('mcp'),
    /** `node`, `${external.NAME}` of a declared external, or `${environment.NAME}`: the Python of that environment. */
    command: z.string().regex(new RegExp(`^(?:${COMMAND})$`)),
    ...program,
    /** Era of the protocol that the server speaks: the handshake's (`legacy`, default), or that of 2026-07-28. */
    era: z.enum(['legacy', 'modern']).optional(),
    network,
  }),
  z.strictObject({
    kind: z.literal('exec'),
    /** As of `mcp`, or `${toolkit}/PATH`: an executable file of the toolkit. */
    command: z
      .string()
      .max(300)
      .regex(new RegExp(String.raw`^(?:${COMMAND}|\$\{toolkit\}\/[\w@+-][\w@+./-]*)$`)),
    ...program,
    network,
  }),
]);
export type HostSource = z.output<typeof HostSource>;

export const Bundle = z.strictObject({
  title: modelText(80),
  summary: modelText(400).optional(),
  operations: z.array(OperationName).min(1).max(200),
});
export type Bundle = z.output<typeof Bundle>;

/** What toolkit.yaml says of an operation: of a wrapped MCP tool, keyed by the server's own name for it, or of an
 * operation of a program that is started for each call, which has no other place to be described in. */
export const WrappedOperation = z.strictObject({
  /** `exec` hosts only, and required there: JSON Schema of the arguments, an object. */
  input: z.json().optional(),
  /** `exec` hosts only: JSON Schema of the result. */
  output: z.json().optional(),
  /** Left out of the toolkit. */
  omit: z.boolean().default(false),
  name: OperationName.optional(),
  /** In place of the server's own title and description. */
  title: modelText(80).optional(),
  description: modelText().min(1).optional(),
  effects: Effects.optional(),
  maxResultBytes: z.number().int().positive().max(50_000_000).optional(),
  limits: Limits.optional(),
});

export type WrappedOperation = z.output<typeof WrappedOperation>;

/** `toolkit.yaml`, beside `package.json` (which holds name, version and `toolkitDependencies`). */
export const ToolkitSource = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('toolkit'),
  title: modelText(80).min(1),
  summary: modelText(400).min(1),
  /** Told to the model with the list of operations. */
  instructions: modelText(2000).optional(),
  host: HostSource,
  /** What the packager says of wrapped tools (`mcp`); the operations (`exec`). */
  operations: z.record(z.string().max(128), WrappedOperation).default({}),
  bundles: z.record(KebabName, Bundle).default({}),
  /** Folders that hold a `SKILL.md` (Agent Skills). */
  skills: z.array(PackagePath).max(50).default([]),
  settings: z.record(SettingName, SettingDeclaration).default({}),
  externals: z.record(KebabName, ExternalDeclaration).default({}),
  environments: z.record(KebabName, EnvironmentSource).default({}),
});
export type ToolkitSource = z.output<typeof ToolkitSource>;
