import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';
import { configuredServing, homePaths, secretReference, type SecretSource } from '../../../machine/index.ts';
import { readMachineLayers, readSecret } from '../../../machine/io/index.ts';
import { type Authorize, everybody, tokenHolders } from './authorize.ts';
import { type Caller, tokenChecker } from './bearer.ts';
import { type AllowedCallers, LOOPBACK_NAMES } from './guard.ts';
import type { HttpOptions } from './http-options.ts';
import { readOauth } from './oauth.ts';

/** Shorter ones can be guessed. */
const TOKEN_MIN_CHARS = 16;
const TOKEN_TEXT = /^[A-Za-z0-9._~+/-]+=*$/;

/** Who may use the server, by the user's settings and the flags. */
export interface Access {
  readonly allowed: AllowedCallers;
  readonly authorize: Authorize;
  readonly documents: ReadonlyMap<string, string>;
}

/** @param paths of the endpoints   @param tell told of what later keeps callers out
 * @throws ToolbaseError USAGE for an address that others can reach without a token, SETTING_MISSING, BAD_SETTINGS */
export async function readAccess(
  options: HttpOptions,
  paths: readonly string[],
  tell: (message: string) => void,
): Promise<Access> {
  const { host, isLoopback } = options;
  const { settingsFile } = homePaths(process.env);
  // Tokens are the user's own: no project has a say in them.
  const startDir = path.dirname(settingsFile);
  const layers = await readMachineLayers({ settingsFile, startDir, environment: process.env });
  const serving = configuredServing(layers);
  const sources = new Map(serving.tokens);
  for (const [at, value] of options.tokens.entries())
    sources.set(`flag-${at + 1}`, secretReference(value, '--token', layers.homeDir));
  const tokens = new Map<string, string>();
  for (const [name, source] of sources) tokens.set(name, await readToken(name, source));
  const oauth = serving.oauth === undefined ? undefined : await readOauth(serving.oauth, paths, tell);
  const isOpen = tokens.size === 0 && oauth === undefined;
  if (isOpen && !isLoopback)
    throw new ToolbaseError(
      'USAGE',
      `other machines can reach --host ${host}, and no token is set: everybody could run the operations`,
      { hint: 'Name one with --token env:NAME or under `serve:` in your settings, or leave --host out.' },
    );
  const check = tokenChecker(tokens);
  const checkAny = async (presented: string, at: string): Promise<Caller> => {
    const caller = check(presented);
    return caller.kind === 'known' || oauth === undefined ? caller : oauth.check(presented, at);
  };
  return {
    allowed: { hosts: [...hostNames(host), ...serving.hosts], origins: serving.origins },
    authorize: isOpen ? everybody : tokenHolders(checkAny, (at) => oauth?.metadataOf(at)),
    documents: oauth?.documents ?? new Map<string, string>(),
  };
}

async function readToken(name: string, source: SecretSource): Promise<string> {
  const token = await readSecret(source, `the token ${name}`, process.env);
  if (token.length >= TOKEN_MIN_CHARS && TOKEN_TEXT.test(token)) return token;
  throw new ToolbaseError(
    'BAD_SETTINGS',
    `the token ${name} must be at least ${TOKEN_MIN_CHARS} letters, digits or one of ._~+/-`,
    { hint: 'Make one with `openssl rand -hex 32`.' },
  );
}

/** The names under which an address is called. An address that means all of a machine's is called by none. */
function hostNames(host: string): string[] {
  const own = host.includes(':') ? `[${host}]` : host;
  return host === '0.0.0.0' || host === '::' ? [...LOOPBACK_NAMES] : [...LOOPBACK_NAMES, own];
}
