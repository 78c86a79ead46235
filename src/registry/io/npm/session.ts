import { parseStrictJson, isToolbaseError, ToolbaseError } from '../../../kernel/index.ts';
import { npmAddress, shownUrl } from '../../npm-address.ts';
import type { CredentialTable } from '../../npm-credentials.ts';
import { proxyChoice } from '../../npm-proxy.ts';
import type { Npmrc } from '../../npmrc.ts';
import { lazyDispatcher } from './dispatcher.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import type { HttpAnswer, HttpRequest } from './http-exchange.ts';

export interface NpmRegistryOptions {
  /** Under which locks name it. */
  readonly name: string;
  /** As the settings write it: an address, or a scope for which `.npmrc` has one. */
  readonly address: string;
  /** Absolute; may be deleted at any time. */
  readonly cacheDir: string;
  /** Ask nobody: what was fetched before, or an error. */
  readonly offline: boolean;
  readonly npmrc: Npmrc;
  /** Those of the settings and of `.npmrc` together. */
  readonly credentials: CredentialTable;
  /** Where proxies are named. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Longest time for one try, answer included. Default: what `.npmrc` says, else 300 s. */
  readonly timeoutMs?: number;
  /** Longest silence of the registry. Default 30 s, and never more than the above. */
  readonly idleMs?: number;
  /** Wait before asking again after a passing fault; later waits are longer. Default 0.3 s. */
  readonly retryWaitMs?: number;
}

/** Enough for any answer that is neither a packument nor a tarball. */
export const ANSWER_MAX_BYTES = 1024 * 1024;

/** One registry as the functions of this folder need it. */
export interface NpmSession {
  readonly name: string;
  readonly address: URL;
  readonly cacheDir: string;
  readonly offline: boolean;
  readonly credentials: CredentialTable;
  readonly http: HttpClient;
}

/** @throws ToolbaseError BAD_SETTINGS for what is no address */
export function openSession(options: NpmRegistryOptions): NpmSession {
  const { name, cacheDir, offline, credentials, npmrc, env } = options;
  const address = npmAddress(writtenAddress(options), `the registry ${name}`);
  const timeoutMs = options.timeoutMs ?? npmrc.fetchTimeoutMs ?? 300_000;
  const online = createHttpClient({
    registry: name,
    address,
    credentials,
    dispatcher: lazyDispatcher({ proxy: proxyChoice(env, npmrc), ca: npmrc.ca }),
    timeoutMs,
    idleMs: options.idleMs ?? Math.min(30_000, timeoutMs),
    retryWaitMs: options.retryWaitMs ?? 300,
  });
  return { name, address, cacheDir, offline, credentials, http: offline ? refuseToAsk(name) : online };
}

/** `@lab` stands for what `.npmrc` says: one place to change when the registry moves. */
function writtenAddress({ name, address, npmrc }: NpmRegistryOptions): string {
  if (!address.startsWith('@')) return address;
  const written = npmrc.scopes.get(address);
  if (written !== undefined) return written;
  throw new ToolbaseError('BAD_SETTINGS', `the registry ${name}: .npmrc names no registry for ${address}`, {
    hint: `Write its address, or \`${address}:registry=<address>\` into .npmrc.`,
  });
}

const refuseToAsk =
  (registry: string): HttpClient =>
  ({ purpose }: HttpRequest) =>
    Promise.reject(offlineError(registry, purpose));

export const offlineError = (registry: string, purpose: string): ToolbaseError =>
  new ToolbaseError(
    'REGISTRY_UNAVAILABLE',
    `the registry ${registry} is not asked while offline to: ${purpose}`,
    {
      hint: 'Only what was fetched before is at hand. Run it once without `--offline`.',
    },
  );

/** The JSON of an answer. @throws ToolbaseError BAD_REGISTRY */
export function jsonOf({ name }: NpmSession, { bytes, contentType, url }: HttpAnswer): unknown {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), shownUrl(url));
  } catch (cause) {
    if (!isToolbaseError(cause) && !(cause instanceof TypeError)) throw cause;
    const type = /^[\w.+/-]{1,60}/.exec(contentType)?.[0] ?? 'something';
    throw new ToolbaseError(
      'BAD_REGISTRY',
      `the registry ${name} (${shownUrl(url)}) answers with ${type} that is no sound JSON`,
      {
        hint: 'Check the address in the settings. A login page or a proxy may answer in its place.',
        cause,
      },
    );
  }
}
