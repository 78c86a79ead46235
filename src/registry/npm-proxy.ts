import type { Npmrc } from './npmrc.ts';

/** Proxies by scheme of the registry; empty for none. */
export interface ProxyChoice {
  readonly http: string;
  readonly https: string;
  /** Hosts that are asked directly: names, domains, `host:port`, or `*`; separated by commas. */
  readonly none: string;
}

/** `.npmrc` first, then the environment, lower-case names first. What is named for http serves https too when nothing
 * else does. */
export function proxyChoice(env: Readonly<Record<string, string | undefined>>, npmrc: Npmrc): ProxyChoice {
  const from = (name: string): string | undefined => env[name.toLowerCase()] ?? env[name];
  const http = npmrc.proxy ?? from('HTTP_PROXY') ?? '';
  return {
    http,
    https: npmrc.httpsProxy ?? npmrc.proxy ?? from('HTTPS_PROXY') ?? http,
    none: npmrc.noProxy ?? from('NO_PROXY') ?? '',
  };
}
