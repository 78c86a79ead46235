import type { Dispatcher } from 'undici';
import { ToolbaseError } from '../../../kernel/index.ts';
import { httpUrl } from '../../npm-address.ts';
import type { ProxyChoice } from '../../npm-proxy.ts';

export interface DispatcherOptions {
  readonly proxy: ProxyChoice;
  /** Authorities in PEM form, instead of those that Node knows. */
  readonly ca: string | undefined;
}

/** Connections to one registry at a time. */
const CONNECTIONS = 16;

const CONNECT_TIMEOUT_MS = 10_000;

/** Connections by the usual environment: proxies, and certificate authorities. undici is loaded with the first use:
 * most commands ask no registry that speaks npm's protocol.
 * @throws ToolbaseError BAD_SETTINGS for a proxy that is no address */
export function lazyDispatcher(options: DispatcherOptions): () => Promise<Dispatcher> {
  let made: Promise<Dispatcher> | undefined;
  return () => (made ??= makeDispatcher(options));
}

async function makeDispatcher({ proxy, ca }: DispatcherOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici');
  const tls = ca === undefined ? {} : { ca };
  const connect = { ...tls, timeout: CONNECT_TIMEOUT_MS };
  const shared = { connections: CONNECTIONS, connect };
  if (proxy.http === '' && proxy.https === '') return new Agent(shared);
  for (const address of [proxy.http, proxy.https])
    if (address !== '' && httpUrl(address) === undefined)
      throw new ToolbaseError('BAD_SETTINGS', 'the proxy is not an http or https address', {
        hint: 'Check HTTP_PROXY, HTTPS_PROXY, and proxy and https-proxy in .npmrc.',
      });
  return new EnvHttpProxyAgent({
    ...shared,
    httpProxy: proxy.http,
    httpsProxy: proxy.https,
    noProxy: proxy.none,
    requestTls: connect,
    proxyTls: connect,
  });
}
