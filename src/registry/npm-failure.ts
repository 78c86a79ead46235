import { z } from 'zod';
import { type ErrorCode, ToolbaseError } from '../kernel/index.ts';
import { shownUrl } from './npm-address.ts';
import { plain } from './plain-line.ts';
import type { Failure } from './npm-retry.ts';

/** Who was asked for what, for messages. */
export interface Asked {
  /** Name of the registry. */
  readonly registry: string;
  readonly url: URL;
  /** What the request is for, such as "publish @lab/grid 1.0.0". */
  readonly purpose: string;
}

const Refusal = z.looseObject({
  error: z.unknown().optional(),
  reason: z.unknown().optional(),
  message: z.unknown().optional(),
});

/** Words of a server, made fit for a terminal and free of the secrets that were sent: a server may echo them. */
export function serverWords(body: unknown, secrets: readonly string[]): string | undefined {
  const { reason, error, message } = Refusal.safeParse(body).data ?? {};
  const words = [reason, error, message].find((text) => typeof text === 'string');
  if (words === undefined) return undefined;
  const safe = secrets
    .filter((secret) => secret.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '***'), words.slice(0, 4096));
  return plain(safe, 200) || undefined;
}

/** The error of an answer that refuses. */
export function statusError(
  asked: Asked,
  answer: { status: number; retryAfterMs?: number | undefined; words?: string | undefined },
  sentCredential: boolean,
): ToolbaseError {
  const { code, means, hint } = meaning(answer.status, asked, sentCredential, answer.retryAfterMs);
  const said = answer.words === undefined ? '' : `: "${answer.words}"`;
  return new ToolbaseError(
    code,
    `the registry ${asked.registry} (${shownUrl(asked.url)}) answers ${answer.status}, ${means}, to: ${asked.purpose}${said}`,
    { hint },
  );
}

function meaning(
  status: number,
  { registry }: Asked,
  sentCredential: boolean,
  retryAfterMs: number | undefined,
): { code: ErrorCode; means: string; hint: string } {
  if (status === 401 || (status === 403 && !sentCredential))
    return {
      code: 'REGISTRY_DENIED',
      means: sentCredential ? 'the credential is not accepted' : 'who asks must be known',
      hint: `Run \`toolbase login --registry ${registry}\`; or put a token for it into ~/.npmrc, or under registryTokens: in your settings.`,
    };
  if (status === 403)
    return {
      code: 'REGISTRY_DENIED',
      means: 'this is not allowed',
      hint: `Ask whoever keeps ${registry} whether the account of your token may do that.`,
    };
  if (status === 404)
    return {
      code: 'NOT_FOUND',
      means: 'there is no such thing',
      hint: 'Check the name. Some registries also answer so when a login is needed.',
    };
  if (status === 429) {
    const when = retryAfterMs === undefined ? 'later' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
    return { code: 'REGISTRY_UNAVAILABLE', means: 'too many requests', hint: `Try again ${when}.` };
  }
  if (status === 405 || status === 501)
    return {
      code: 'UNSUPPORTED',
      means: 'it does not offer this',
      hint: 'Ask whoever keeps the registry.',
    };
  if (status === 413)
    return {
      code: 'FILE_TOO_LARGE',
      means: 'it takes no request of this size',
      hint: 'Make the toolkit smaller, or ask whoever keeps the registry to raise its limit (max_body_size).',
    };
  if (status >= 500)
    return {
      code: 'REGISTRY_UNAVAILABLE',
      means: 'it has a fault',
      hint: 'Try again later, or tell whoever keeps the registry.',
    };
  return {
    code: 'BAD_REGISTRY',
    means: 'it refuses the request',
    hint: 'Check the address under `registries:` in the settings.',
  };
}

/** The error of a request that got no whole answer. */
export function connectionError(
  asked: Asked,
  failure: Failure & { kind: 'connection' },
  cause: unknown,
): ToolbaseError {
  return new ToolbaseError(
    'REGISTRY_UNAVAILABLE',
    `the registry ${asked.registry} (${shownUrl(asked.url)}) cannot be asked (${failure.code}) to: ${asked.purpose}`,
    { hint: connectionHint(failure.code), cause },
  );
}

function connectionHint(code: string): string {
  if (/CERT|SELF_SIGNED|UNABLE_TO|DEPTH_ZERO/.test(code))
    return 'Its certificate is not trusted here: name its authority by NODE_EXTRA_CA_CERTS, or by cafile in .npmrc.';
  if (code === 'ENOTFOUND') return 'Check the address under `registries:` in the settings, and the network.';
  if (/TIMEOUT/.test(code)) return 'It answers too slowly. Try again later.';
  if (/PRX|ABORTED/.test(code)) return 'Check the proxy that HTTP_PROXY and HTTPS_PROXY name.';
  return 'Check the network, the proxy (HTTPS_PROXY, NO_PROXY) and the address. `lock`, `install` and `view` can work from what was fetched before, with `--offline`.';
}
