import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { trace } from '../../../kernel/io/index.ts';
import { shownUrl, withoutSecrets } from '../../npm-address.ts';
import {
  authorization,
  type Credential,
  credentialFor,
  type CredentialTable,
  secretsOf,
} from '../../npm-credentials.ts';
import { type Asked, connectionError } from '../../npm-failure.ts';
import { followRedirect, isRedirect, refusedRedirect } from '../../npm-redirect.ts';
import { nextTryMs } from '../../npm-retry.ts';
import { faultCode } from './fault-code.ts';
import type { HttpAnswer, HttpRequest, TryOutcome } from './http-exchange.ts';
import { receiveAnswer } from './receive-answer.ts';

export interface HttpClientOptions {
  /** Name of the registry. */
  readonly registry: string;
  readonly address: URL;
  readonly credentials: CredentialTable;
  readonly dispatcher: () => Promise<Dispatcher>;
  /** Longest time for one try, answer included. */
  readonly timeoutMs: number;
  /** Longest silence of the registry. */
  readonly idleMs: number;
  /** Wait before the second try. */
  readonly retryWaitMs: number;
}

export type HttpClient = (request: HttpRequest) => Promise<HttpAnswer>;

/** Asks one registry: with credentials only where they belong, within limits, again after a passing fault.
 * @throws ToolbaseError REGISTRY_UNAVAILABLE, REGISTRY_DENIED, NOT_FOUND, UNSUPPORTED, BAD_REGISTRY */
export const createHttpClient =
  (options: HttpClientOptions): HttpClient =>
  async (request) => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(options, request);
      if (outcome.kind === 'answered') return outcome.answer;
      const wait = request.repeatable
        ? nextTryMs(outcome.failure, tries, options.retryWaitMs, Math.random())
        : undefined;
      if (wait === undefined) throw outcome.error;
      await sleep(wait);
    }
  };

async function tryOnce(options: HttpClientOptions, request: HttpRequest): Promise<TryOutcome> {
  try {
    return await follow(options, request);
  } catch (cause) {
    const code = faultCode(cause);
    if (code === undefined) throw cause;
    const failure = { kind: 'connection', code } as const;
    const asked = askedOf(options, request, request.url);
    trace('registry', () => `${request.method} ${shownUrl(asked.url)}: ${code}`);
    const error = connectionError(asked, failure, cause);
    return { kind: 'failed', failure, error };
  }
}

function askedOf(
  { registry, address, credentials }: HttpClientOptions,
  { purpose, secrets }: HttpRequest,
  url: URL,
): Asked {
  const own = [...credentials.values()].flatMap(secretsOf);
  return { registry, purpose, url: secrets === undefined ? withoutSecrets(url, own) : address };
}

/** One try, redirects included. A credential is not sent again once a redirect has left the registry's origin,
 * not even back to it: another host chose that address. */
async function follow(options: HttpClientOptions, request: HttpRequest): Promise<TryOutcome> {
  const { address, credentials, registry } = options;
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = request.url;
  let atHome = true;
  for (let hop = 0; ; hop += 1) {
    atHome &&= url.origin === address.origin;
    const credential = atHome ? (request.credential ?? credentialFor(url, address, credentials)) : undefined;
    const begunMs = performance.now();
    const response = await send(options, request, url, credential, signal);
    trace('registry', () => {
      const shown = shownUrl(askedOf(options, request, url).url);
      const known = credential === undefined ? 'no credential' : 'with a credential';
      const tookMs = Math.round(performance.now() - begunMs);
      return `${request.method} ${shown} (${known}): ${response.statusCode} after ${tookMs} ms`;
    });
    if (!isRedirect(response.statusCode)) {
      const secrets = [
        ...(request.secrets ?? []),
        ...(credential === undefined ? [] : secretsOf(credential)),
      ];
      const sent = {
        asked: askedOf(options, request, url),
        secrets,
        withCredential: credential !== undefined,
      };
      return await receiveAnswer(response, request, sent);
    }
    response.body.on('error', () => undefined).destroy();
    const { location } = response.headers;
    const target = typeof location === 'string' ? location : undefined;
    if (request.method !== 'GET') throw refusedRedirect(url, target, registry);
    url = followRedirect(url, target, hop, registry);
  }
}

async function send(
  { dispatcher, idleMs, address }: HttpClientOptions,
  request: HttpRequest,
  url: URL,
  credential: Credential | undefined,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const header = credential === undefined ? undefined : authorization(credential, address);
  const agent = await dispatcher();
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers: {
      'user-agent': 'toolbase',
      accept: request.accept ?? 'application/json',
      ...(request.compressed === true ? { 'accept-encoding': 'gzip' } : {}),
      ...(request.etag === undefined ? {} : { 'if-none-match': request.etag }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(header === undefined ? {} : { authorization: header }),
    },
    body: request.body ?? null,
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    signal,
  });
}
