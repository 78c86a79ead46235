import { z } from 'zod';
import {
  isToolbaseError,
  type Json,
  KebabName,
  parseStrictYaml,
  parseWith,
  ToolbaseError,
  ToolkitName,
} from '../kernel/index.ts';
import { Limits, SettingName } from '../manifest/index.ts';

/** A path: absolute, `~/…`, or relative to the folder of the file it is written in. */
const PathText = z.string().min(1).max(4096);

export const SettingValue = z.union([z.string().max(10_000), z.number(), z.boolean()]);
export type SettingValue = z.output<typeof SettingValue>;

/** Where a registry is: a directory, or a server that speaks npm's protocol, by its address or, as `@scope`, by what the
 * user's `.npmrc` says for that scope. */
const RegistrySetting = z.union([
  z.strictObject({ directory: PathText }),
  z.strictObject({ npm: z.string().min(1).max(2000) }),
]);

const Scope = z.string().regex(/^@[a-z0-9][a-z0-9._-]{0,100}$/, 'must be a scope, such as @lab');

/** An address without its scheme. */
const TokenOwner = z
  .string()
  .max(2000)
  .regex(/^\/\/[^\s/]+(?:\/\S*)?$/, 'must be an address without its scheme, such as //npm.example.org/');

const HostName = z
  .string()
  .max(255)
  .regex(
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/,
    'must be a host name without a port',
  );

const WebOrigin = z
  .string()
  .max(300)
  .regex(
    /^https?:\/\/[^\s/?#@]+$/,
    'must be a scheme, a host and perhaps a port, such as https://tools.example',
  );

const WebAddress = z.url({ protocol: /^https?$/ }).max(2000);

/** How a server of this user is reached over HTTP, and by whom. */
const Serving = z.strictObject({
  /** Bearer tokens by the name of who holds each. */
  tokens: z.record(KebabName, z.string().min(1).max(10_000)).default({}),
  /** Host names by which the server is called, beside those of the loopback address. */
  hosts: z.array(HostName).max(100).default([]),
  /** Web pages that may call it. */
  origins: z.array(WebOrigin).max(100).default([]),
  /** Tokens of an OAuth authorization server (RFC 9728, RFC 9068). */
  oauth: z
    .strictObject({
      /** Address of the server as its clients write it, without the path of a loadout. */
      publicAddress: WebOrigin,
      issuer: WebAddress,
      /** The issuer's keys: a JWK set at an address or in a file. */
      keys: z.union([z.strictObject({ address: WebAddress }), z.strictObject({ file: PathText })]),
      /** All of them must be in a token. */
      scopes: z
        .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be a scope'))
        .max(50)
        .default([]),
    })
    .optional(),
});
const NOTHING_SERVED = { tokens: {}, hosts: [], origins: [] };

/** What calls are let through, loosest first. */
export const POLICIES = ['allow', 'ask', 'deny'] as const;
export type Policy = (typeof POLICIES)[number];

/** Machine settings: the user's `settings.yaml`, and `toolbase.yaml` and `toolbase.local.yaml` of a project. */
export const Settings = z.strictObject({
  formatVersion: z.literal(1),
  /** Registries by name, looked through in this order. */
  registries: z.record(KebabName, RegistrySetting).default({}),
  /** The one registry in which the toolkits of a scope are looked for. */
  scopes: z.record(Scope, KebabName).default({}),
  /** Tokens of registries, by the address they belong to; only in the user's own file. */
  registryTokens: z.record(TokenOwner, z.string().min(1).max(10_000)).default({}),
  /** Interpreters that Python environments are made of, in place of those that would be found; the first that fits. */
  pythons: z.array(PathText).min(1).max(16).optional(),
  /** Signatures; only in the user's own file. */
  policy: z
    .strictObject({
      /** A sigstore trusted_root.json: signatures that are there are checked against it. */
      trustedRoot: PathText.optional(),
      /** Which toolkits are taken only when signed, and by whom. Without scope and registry: all. */
      requireSignature: z
        .array(
          z.strictObject({
            scope: Scope.optional(),
            registry: KebabName.optional(),
            /** Subject of the certificate; a `*` at its end stands for anything. */
            identity: z.string().min(3).max(1000),
            issuer: z.string().min(3).max(1000).optional(),
          }),
        )
        .max(100)
        .default([]),
    })
    .default({ requireSignature: [] }),
  /** Serving over HTTP; only in the user's own file. */
  serve: Serving.default(NOTHING_SERVED),
  resolve: z
    .strictObject({
      /** How long a version must have been published before it is taken, such as 3d. */
      minAge: z
        .string()
        .regex(/^\d{1,4}[hdw]$/, 'must be a number of hours, days or weeks, such as 12h, 3d or 2w')
        .optional(),
    })
    .default({}),
  /** Results of deterministic operations. */
  cache: z
    .strictObject({
      /** Whether they are kept and used. */
      results: z.boolean().optional(),
      /** Of all of them together, MiB. */
      maxMiB: z.number().int().min(1).max(1_000_000).optional(),
    })
    .default({}),
  hosts: z
    .strictObject({
      /** A host that nobody has called for so long is stopped; at most a week, less than what a timer can count. */
      idleSeconds: z.number().int().min(1).max(604_800).optional(),
    })
    .default({}),
  toolkits: z
    .record(
      ToolkitName,
      z.strictObject({
        settings: z.record(SettingName, SettingValue).default({}),
        /** Paths of external programs. */
        externals: z.record(KebabName, PathText).default({}),
        /** Run the host in a sandbox. */
        sandbox: z.boolean().optional(),
        /** Give a host that asks for it the network, in a sandbox too; only in the user's own file. */
        network: z.boolean().optional(),
        /** By the toolkit's own name of the operation; `*` for those that are not named. */
        operations: z
          .record(
            z
              .string()
              .max(40)
              .regex(/^(?:\*|[A-Za-z]\w*)$/, 'must be the name of an operation, or *'),
            z.strictObject({ policy: z.enum(POLICIES).optional(), limits: Limits.optional() }),
          )
          .default({}),
      }),
    )
    .default({}),
});
export type Settings = z.output<typeof Settings>;

/** Reads the text of a settings file. @param label names the source in messages
 * @throws ToolbaseError BAD_YAML, BAD_SETTINGS */
export const decodeSettings = (text: string, label: string): Settings =>
  parseWith(Settings, parsedYaml(text, label), label, 'BAD_SETTINGS');

/** A secret may stand on any line, so none is quoted. */
function parsedYaml(text: string, label: string): Json {
  try {
    return parseStrictYaml(text, label);
  } catch (cause) {
    if (!isToolbaseError(cause)) throw cause;
    throw new ToolbaseError('BAD_YAML', cause.message.split('\n')[0]?.replace(/:$/, '') ?? label);
  }
}

/** Persisted formats of this module, by the name of their JSON Schema. */
export const settingsFormats = { settings: Settings };
